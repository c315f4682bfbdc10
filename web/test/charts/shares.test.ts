import { expect, test } from "vitest";

import { canStack, isShares, MOST_STACKS, ofWord, stacksOf, wordsOf } from "../../src/charts/shares";
import type { Shares } from "../../src/contract";

const SHARES: Shares = {
  version: 1,
  of: "1d6 / @m",
  kind: "chance",
  axes: { m: [0, 2], outcome: ["miss", "hit"] },
  values: [
    ...["miss", "hit"].map((outcome) => ({ at: { m: 0, outcome }, error: { code: "division-by-zero", message: "division by zero", span: null, hint: null } })),
    { at: { m: 2, outcome: "hit" }, exact: "2/3" },
    { at: { m: 2, outcome: "miss" }, exact: "1/3" },
  ],
  words: "outcome",
};

test("shares are stacked in the order of the words, with nothing where there is no answer", () => {
  expect(stacksOf(SHARES, (axis, value) => `${axis} ${String(value)}`)).toEqual({
    axis: { name: "m", values: ["m 0", "m 2"] },
    categories: ["miss", "hit"],
    shares: [["0", "1/3"], ["0", "2/3"]],
  });
});

test("a few words along one parameter can be stacked", () => {
  const along = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(canStack(SHARES)).toBe(true);
  expect(canStack({ ...SHARES, axes: { ...SHARES.axes, n: [1] } })).toBe(false);
  expect(canStack({ ...SHARES, axes: { ...SHARES.axes, m: along(MOST_STACKS + 1) } })).toBe(false);
  expect(canStack({ ...SHARES, axes: { ...SHARES.axes, outcome: along(9) } })).toBe(false);
});

test("truths are words too", () => {
  expect(wordsOf({ ...SHARES, axes: { m: [0], outcome: [false, true] } })).toEqual(["no", "yes"]);
});

test("one word alone is a grid like any other", () => {
  const hits = ofWord(SHARES, "hit");
  expect(isShares(SHARES)).toBe(true);
  expect(isShares(hits)).toBe(false);
  expect(hits.axes).toEqual({ m: [0, 2] });
  expect(hits.values.map(({ at, exact }) => [at, exact])).toEqual([[{ m: 0 }, undefined], [{ m: 2 }, "2/3"]]);
});
