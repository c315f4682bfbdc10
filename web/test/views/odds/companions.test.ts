import { describe, expect, test } from "vitest";

import { linesOf } from "../../../src/charts/grid";
import { fractionText } from "../../../src/charts/exact";
import type { Odds } from "../../../src/contract";
import { companionsOf, together, type Titled } from "../../../src/views/odds/companions";
import { measures } from "../../../src/views/odds/course";
import { dice } from "../../../src/views/odds/state";

const D2: Odds = {
  version: 1,
  expression: "1d2",
  denominator: "2",
  outcomes: [
    { outcome: 1, text: "1", weight: "1", probability: 0.5, at_most: "1", at_least: "2" },
    { outcome: 2, text: "2", weight: "1", probability: 0.5, at_most: "2", at_least: "1" },
  ],
  mean: { exact: "3/2", approx: 1.5 },
  variance: { exact: "1/4", approx: 0.25 },
  sd: 0.5,
  min: 1,
  max: 2,
  tail: { exact: "0", approx: 0 },
  quantiles: { "5": 1, "25": 1, "50": 1, "75": 2, "95": 2 },
  headline: null,
};
const WORDS: Odds = { ...D2, quantiles: null, outcomes: [{ outcome: "a", text: "a", weight: "2", probability: 1 }] };

function titled(title: string, variables: readonly string[], odds: Odds = D2): Titled {
  const reading = { expression: odds.expression, words: "", variables, remarks: [], choices: false, read_as: null };
  return { title, entry: dice(title), odds, reading, rule: null, values: {}, target: { at: "2", side: "at least" } };
}

const BONUS = { name: "bonus", range: "0..1", reached: false };
const TARGET = { name: "target", range: "1..2", reached: true };

describe("beside the one that is followed along a value", () => {
  const [chance, mean] = measures(titled("d2", []));

  test("those without that value are level, as their odds have it", () => {
    expect(companionsOf([titled("d2", [])], BONUS, chance)).toEqual([{ title: "d2", level: "1/2" }]);
    expect(companionsOf([titled("d2", [])], BONUS, mean)).toEqual([{ title: "d2", level: "3/2" }]);
  });

  test("those with that value are followed too, over the same values", () => {
    const [found] = companionsOf([titled("d2", ["bonus"])], BONUS, chance);
    expect(found).toMatchObject({ question: { axes: { bonus: "0..1" }, of: "outcome>=2" } });
    const [reaching] = companionsOf([titled("d2", ["target"])], TARGET, chance);
    expect(reaching).toMatchObject({ question: { expression: "(1d2) >= @goal", axes: { goal: "1..2" } } });
  });

  test("those of another kind are left out", () => {
    expect(companionsOf([titled("words", [], WORDS)], BONUS, chance)).toEqual([]);
    expect(companionsOf([titled("words", [], WORDS)], TARGET, chance)).toEqual([]);
  });

  test("lines keep the order of the bars", () => {
    const grid = {
      of: "chance",
      kind: "chance",
      axes: { bonus: [0, 1] },
      values: [{ at: { bonus: 0 }, exact: "1/2", approx: 0.5 }, { at: { bonus: 1 }, exact: "1", approx: 1 }],
    };
    const answer = { version: 1, ...grid, kind: "chance" as const, values: [{ at: { bonus: 0 }, exact: "1/4", approx: 0.25 }, { at: { bonus: 1 } }] };
    const question = { axes: {} };
    const all = together(grid, "own", [{ title: "level", level: "1/3" }, { title: "other", question }], [answer], ["level", "own", "other"]);
    expect(linesOf(all).map(({ name, values }) => [name.trim(), values.map((each) => (each === null ? null : fractionText(each)))])).toEqual([
      ["level", ["1/3", "1/3"]],
      ["own", ["1/2", "1"]],
      ["other", ["1/4", null]],
    ]);
  });
});
