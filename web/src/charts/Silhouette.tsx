import { useMemo } from "preact/hooks";

import type { Odds } from "../contract";
import { chancesOf, drawnRange, slotsOf } from "./distribution";
import { ratio } from "./exact";

const MOST_BARS = 36;
const TALL = 24;

/** The shape of odds where there is no room for a chart: no numbers, only where the chances are. */
export function Silhouette({ odds }: { odds: Odds }) {
  const bars = useMemo(() => barsOf(odds), [odds]);
  const most = Math.max(...bars, 1e-12);
  return (
    <svg class="silhouette" viewBox={`0 0 ${bars.length} ${TALL}`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map((share, index) => (
        <rect key={index} x={index} y={TALL * (1 - share / most)} width={0.8} height={(TALL * share) / most} />
      ))}
    </svg>
  );
}

/** The chances of all outcomes that are worth drawing, several of them in one bar where they are many. */
export function barsOf(odds: Odds): readonly number[] {
  const series = [{ name: "", odds }];
  const slots = slotsOf(series);
  const [from, to] = drawnRange(series, slots);
  const shares = chancesOf(odds, slots.slice(from, to + 1), "exactly").map((chance) => (chance === null ? 0 : ratio(chance)));
  const each = Math.ceil(shares.length / MOST_BARS);
  return Array.from({ length: Math.ceil(shares.length / each) }, (_, bar) => shares.slice(bar * each, (bar + 1) * each).reduce((sum, share) => sum + share, 0));
}
