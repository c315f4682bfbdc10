import { expect, test } from "vitest";

import type { Answers } from "../../../src/contract";
import { findQuestion, givenOf, isMet, NO_WISHES, targetOf } from "../../../src/views/odds/finding/wishes";

test("nothing wished for is no question", () => {
  expect(findQuestion(NO_WISHES)).toBeNull();
  expect(findQuestion({ ...NO_WISHES, chance: "65 %" })).toBeNull();
});

test("wishes are asked for as they are typed by people", () => {
  const typed = { ...NO_WISHES, mean: " 12 ", spread: "2..3", number: "15", chance: "20..25", range: "3 to 18" };
  expect(findQuestion(typed)).toEqual({
    wishes: [
      { of: "mean", target: "12" },
      { of: "sd", target: "2..3" },
      { of: ">=15", target: "20 %..25 %" },
      { of: "range", target: "3..18" },
    ],
    show: 8,
    near: "0.25",
  });
  const other = findQuestion({ ...NO_WISHES, side: "<=", number: "−1", chance: "1/3", range: "-3-18", simple: false });
  expect(other).toEqual({ wishes: [{ of: "<=-1", target: "1/3" }, { of: "range", target: "-3..18" }], show: 8 });
});

test("what was found is told for each wish", () => {
  const wishes = ["mean", "sd", ">=15", "range"].map((of) => ({ of, target: "", weight: "1" }));
  const value = (exact: string | null, approx: number | null, ends: readonly unknown[] | null = null) => ({ value: approx, exact, ends, off: 0 });
  const found = { wishes: [value("769/64", 12), value(null, 3.1449), value("65/256", 0.25), value(null, null, [3, 18])] } as unknown as Answers["find"]["found"][number];
  expect(targetOf({ wishes })).toEqual({ side: "at least", at: "15" });
  expect(targetOf({ wishes: wishes.slice(0, 2) })).toBeNull();
  const spread = { wishes: [{ off: 0 }, { value: 2.9580, off: 0.002 }] } as unknown as typeof found;
  const wished = (target: string) => ({ wishes: [{ of: "mean", target: "10.5", weight: "1" }, { of: "sd", target, weight: "1" }] });
  expect(["2.96", "2.958", "2.97", "3"].map((target) => isMet(wished(target), spread))).toEqual([true, true, false, false]);
  expect(givenOf({ wishes }, found)).toEqual(["mean 12.02", "spread 3.14", "≥ 15: 25.39 %", "from 3 to 18"]);
});
