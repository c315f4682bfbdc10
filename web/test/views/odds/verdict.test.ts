import { expect, test } from "vitest";

import { verdictOf, type Pair } from "../../../src/views/odds/verdict";

const NONE = { exact: "0", approx: 0 };
const pair = (better: string | null, leads: readonly (readonly [string, number, number])[] = []): Pair => ({
  left: 0,
  right: 1,
  above: NONE,
  equal: NONE,
  below: NONE,
  never_worse: better,
  leads: leads.map(([ahead, from, to]) => ({ ahead, from, to })),
  crossings: [],
  mean_difference: NONE,
});
const told = (...given: Parameters<typeof pair>) => verdictOf(pair(...given), ["Axe", "Bow"]);

test("one that is never worse is said to be", () => {
  expect(told("right", [["right", 2, 8]])).toBe("Bow is never worse than Axe: it reaches every number at least as often.");
  expect(told("both")).toBe("Axe and Bow have the same odds.");
});

test("where they cross, each has its own numbers", () => {
  const crossed = told("neither", [["left", 5, 10], ["right", 12, 14], ["left", 15, 15]]);
  expect(crossed).toBe("Neither is always better. More likely to reach a number: Axe up to 10, Bow from 12 to 14, Axe from 15 on.");
  const often = [1, 2, 3, 4, 5, 6, 7].map((at) => [at % 2 === 0 ? "left" : "right", at, at] as const);
  expect(told("neither", often)).toMatch(/Bow from 5 to 5, and so on\.$/);
});

test("what goes on without end is not claimed of all", () => {
  expect(told(null, [["left", 2, 9]])).toContain("Axe reaches every number that is listed at least as often");
  expect(told(null)).toContain("As far as they are listed");
});
