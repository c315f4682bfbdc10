/** Answers as data; large ones in slices. */
import { breath } from "../slices";
import { isObject } from "../state/checks";
import type { Odds } from "./generated";

/** The data of a text; null if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The distributions of an answer. */
function oddsIn(body: unknown): readonly Odds[] {
  if (Array.isArray(body)) return body.flatMap(oddsIn);
  if (!isObject(body)) return [];
  return Array.isArray(body["outcomes"]) ? [body as unknown as Odds] : Object.values(body).flatMap(oddsIn);
}

/** Letters that are read at once. */
const SLICE = 400_000;
const FIRST = '"outcomes": [';
/** Between two outcomes, and nowhere else: quotes within texts have a backslash. */
const BETWEEN = '}, {"outcome": ';

export interface Read {
  readonly body: unknown;
  /** the distributions in it */
  readonly odds: readonly Odds[];
}

/** The data of a text; long lists of outcomes in it are read a part at a time. */
export async function readInSlices(text: string, slice = SLICE, pause = breath): Promise<Read> {
  const begun = [...text.matchAll(new RegExp(FIRST.replace("[", "\\["), "g"))].map(({ index }) => index);
  const cut: unknown[][] = [];
  let [rest, kept] = ["", 0];
  for (const [list, begin] of begun.entries()) {
    const end = begun[list + 1] ?? text.length;
    const last = text.lastIndexOf(BETWEEN, end);
    let from = text.indexOf(BETWEEN, begin);
    if (end - begin <= slice || from < 0) continue;
    rest += `${text.slice(kept, from)}}, {"cut": ${cut.length}`;
    kept = last;
    const outcomes: unknown[] = [];
    cut.push(outcomes);
    while (from < last) {
      const near = text.indexOf(BETWEEN, from + slice);
      const to = near < 0 ? last : Math.min(near, last);
      for (const each of parsed(`[${text.slice(from + 3, to + 1)}]`) as unknown[]) outcomes.push(each);
      from = to;
      await pause();
    }
  }
  const body = parsed(rest + text.slice(kept));
  const odds = begun.length === 0 ? [] : oddsIn(body);
  for (const each of odds) {
    const [first, second, ...others] = each.outcomes;
    const place = second !== undefined && "cut" in second ? (second.cut as number) : null;
    if (place !== null) Object.assign(each, { outcomes: [first, ...cut[place]!, ...others] });
  }
  return { body, odds };
}
