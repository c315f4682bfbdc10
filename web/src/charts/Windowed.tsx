import { useState } from "preact/hooks";
import { grouped } from "../words";

const MOST_ROWS = 200;
const FEWEST_ROWS = 20;
const CELLS = 400;

export interface Window {
  /** how many rows are drawn */
  readonly rows: number;
  readonly more: () => void;
}

/** How much of a long list is drawn: some two hundred rows, fewer of many columns, and as many again whenever somebody asks. */
export function useWindow(count: number, columns = 1): Window {
  const [parts, setParts] = useState(1);
  const first = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, Math.ceil(CELLS / Math.max(columns, 1))));
  return { rows: Math.min(parts * first, count), more: () => setParts(parts + 1) };
}

interface MoreProps {
  readonly window: Window;
  readonly count: number;
  /** what the rows are: “outcomes” */
  readonly noun: string;
  /** which rows are drawn first: “likeliest” */
  readonly which?: string;
}

/** What a list leaves out, and the way to it; nothing if it is all there. */
export function More({ window: { rows, more }, count, noun, which = "first" }: MoreProps) {
  if (rows >= count) return null;
  return (
    <p class="chart-note">
      These are the {grouped(rows)} {which} of {grouped(count)} {noun}.{" "}
      <button type="button" class="link screen-only" onClick={more}>
        Show more
      </button>
    </p>
  );
}
