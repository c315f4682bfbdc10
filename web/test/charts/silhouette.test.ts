import { expect, test } from "vitest";

import { barsOf } from "../../src/charts/Silhouette";
import type { Odds } from "../../src/contract";

function odds(weights: readonly number[]): Odds {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const outcomes = weights.map((weight, index) => ({ outcome: index, text: String(index), weight: String(weight), probability: weight / whole }));
  return { denominator: String(whole), outcomes } as unknown as Odds;
}

test("a silhouette has a bar for each outcome, with gaps where none is", () => {
  expect(barsOf(odds([1, 2, 1]))).toEqual([0.25, 0.5, 0.25]);
  const gap = odds([1, 1, 1]);
  expect(barsOf({ ...gap, outcomes: gap.outcomes.map((each, index) => ({ ...each, text: String(2 * index) })) })).toHaveLength(5);
});

test("many outcomes share bars, and nothing is lost", () => {
  const bars = barsOf(odds(Array.from({ length: 100 }, () => 1)));
  expect(bars).toHaveLength(34);
  expect(bars.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
});
