import { describe, expect, test } from "vitest";

import type { Odds } from "../../../src/contract";
import { csvOf, jsonOf } from "../../../src/views/odds/files";
import { dice, stateOf, titlesOf, withoutEntry, COURSE } from "../../../src/views/odds/state";

function odds(weights: Readonly<Record<string, string>>, denominator: string): Odds {
  const outcomes = Object.entries(weights).map(([text, weight]) => ({ outcome: text, text, weight, probability: 0 }));
  const none = { mean: null, variance: null, sd: null, min: null, max: null, quantiles: null, headline: null };
  return { version: 1, expression: "dice", denominator, outcomes, tail: { exact: "0", approx: 0 }, ...none };
}

describe("a table for spreadsheets", () => {
  test("has exact chances, and a rounded one", async () => {
    const line = { title: "one, or more", question: {}, odds: odds({ "-1": "10", hit: "20" }, "30") };
    expect((await csvOf([line])).split("\r\n")).toEqual([
      "name,dice,outcome,chance,at most,at least,chance in %",
      '"one, or more",dice,-1,1/3,,,33.333333',
      '"one, or more",dice,hit,2/3,,,66.666667',
      "",
    ]);
  });

  test("has nothing that a spreadsheet would run", async () => {
    const line = { title: '=HYPERLINK("x")', question: {}, odds: odds({ "+a": "1" }, "1") };
    expect(await csvOf([line])).toContain(`"'=HYPERLINK(""x"")",dice,'+a,1,`);
  });
});

test("a file for programs holds the questions with their answers", () => {
  const line = { title: "d6", question: { expression: "d6" }, odds: odds({ a: "1" }, "1") };
  expect(JSON.parse(jsonOf([line], [], "x#y"))).toMatchObject({
    astragal: "odds",
    version: 1,
    link: "x#y",
    odds: [{ name: "d6", question: { expression: "d6" }, odds: { denominator: "1" } }],
    pairs: [],
  });
});

describe("entries", () => {
  test("of the same name are told apart", () => {
    expect(titlesOf([dice("d6"), dice("2d6", "d6"), dice("d8")])).toEqual(["d6", "d6 (2)", "d8"]);
  });

  test("that are removed take their figure with them", () => {
    const state = stateOf([dice("d6"), dice("d8")], { course: { ...COURSE, entry: 1, measure: "mean" } });
    expect(withoutEntry(state, 0).course).toMatchObject({ entry: 0, measure: "mean" });
    expect(withoutEntry(state, 1).course).toEqual(COURSE);
  });
});
