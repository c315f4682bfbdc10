import { describe, expect, test } from "vitest";

import type { Odds } from "../../../src/contract";
import {
  axisChoices,
  chosenAxes,
  drawingOf,
  measures,
  namerOf,
  reachQuestion,
  sharesQuestion,
  sweepQuestion,
  type Known,
} from "../../../src/views/odds/course";
import { COURSE, dice, FIND, rule } from "../../../src/views/odds/state";

const NUMBERS = {
  version: 1,
  expression: "1d4",
  denominator: "4",
  outcomes: [1, 2, 3, 4].map((each) => ({ outcome: each, text: String(each), weight: "1", probability: 0.25 })),
  mean: { exact: "5/2", approx: 2.5 },
  variance: { exact: "5/4", approx: 1.25 },
  sd: 1.1,
  min: 1,
  max: 4,
  tail: { exact: "0", approx: 0 },
  quantiles: { "5": 1, "25": 1, "50": 2, "75": 3, "95": 4 },
  headline: null,
} satisfies Odds;
const outcomes = (texts: readonly (string | boolean)[]): Odds => ({
  ...NUMBERS,
  outcomes: texts.map((each) => ({ outcome: each, text: String(each), weight: "1", probability: 0.5 })),
  quantiles: null,
});
const WORDS = outcomes(["miss", "hit"]);
const TRUTH = outcomes([false, true]);

function known(text: string, variables: readonly string[], odds: Odds = NUMBERS, more: Partial<Known> = {}): Known {
  const reading = { expression: text, words: "", variables, remarks: [], choices: false, read_as: null };
  return { entry: dice(text), odds, reading, rule: null, values: { bonus: "3", dc: "15" }, target: null, ...more };
}

describe("the values that can change", () => {
  test("are the names in the dice, and what must be reached", () => {
    expect(axisChoices(known("1d4 + @bonus", ["bonus"]))).toEqual([
      { name: "bonus", range: "0..10", reached: false },
      { name: "target", range: "1..4", reached: true },
    ]);
  });

  test("hold the present one", () => {
    expect(axisChoices(known("1d4 + @dc", ["dc"], WORDS))).toEqual([{ name: "dc", range: "10..20", reached: false }]);
  });

  test("of dice that have a target of their own are told apart", () => {
    expect(axisChoices(known("1d4 - @target", ["target"])).map(({ name }) => name)).toEqual(["target", "goal"]);
  });

  test("of a rule are its parameters that can be counted or named", () => {
    const parameters = [
      { name: "stat", type: "integer", required: true, help: "", least: 0, most: 999 },
      { name: "tier", type: "integer", required: false, help: "", names: { Easy: 2, Hard: 5 } },
      { name: "skill", type: "choice", required: false, help: "", choices: ["none", "much"] },
      { name: "sure", type: "truth", required: false, help: "" },
      { name: "edges", type: "text", required: false, help: "" },
    ];
    const subject = known("", [], WORDS, { entry: rule("tiers.check", { stat: "45" }), rule: { name: "", text: "", aim: null, fields: [], parameters } });
    expect(axisChoices(subject).map(({ name, range }) => [name, range])).toEqual([
      ["stat", "10..90/10"],
      ["tier", "Easy, Hard"],
      ["skill", "none, much"],
      ["sure", "false, true"],
    ]);
  });

  test("that the dice do not have any more give way to those they have", () => {
    const choices = axisChoices(known("1d4 + @bonus", ["bonus"]));
    const axes = chosenAxes({ ...COURSE, along: [{ name: "gone", range: "1..2" }] }, choices);
    expect(axes.map(({ name }) => name)).toEqual(["bonus"]);
  });
});

describe("what is measured", () => {
  test("of numbers is the target’s chance, or the mean", () => {
    const subject = known("1d4", [], NUMBERS, { target: { at: "3", side: "at most" } });
    expect(measures(subject).map(({ key, of }) => [key, of])).toEqual([["target", "outcome<=3"], ["mean", undefined]]);
    const exactly = known("1d4", [], NUMBERS, { target: { at: "3", side: "exactly" } });
    expect(measures(exactly)[0]).toMatchObject({ of: "outcome=3", title: "chance of 3" });
    expect(measures(known("1d4", [])).map(({ key }) => key)).toEqual(["mean"]);
  });

  test("of words is the chance of each, the best first", () => {
    expect(measures(known("", [], WORDS)).map(({ of }) => of)).toEqual(["outcome=hit", "outcome=miss"]);
  });

  test("of a rule is about the field that is looked at", () => {
    const subject = known("", [], TRUTH, { entry: rule("target.check", {}, "passes") });
    expect(measures(subject)).toEqual([{ key: "truth", title: "chance", of: "passes" }]);
  });
});

describe("a question", () => {
  test("along what must be reached compares the dice with it", () => {
    const subject = known("1d4 + @bonus # a remark", ["bonus"], { ...NUMBERS, expression: "1d4 + @bonus" });
    const axes = chosenAxes({ ...COURSE, along: [{ name: "target", range: "" }] }, axisChoices(subject));
    expect(sweepQuestion(subject, axes, undefined)).toEqual({
      expression: "(1d4 + @bonus) >= @target",
      variables: { bonus: 3 },
      axes: { target: "1..4" },
    });
  });

  test("does not give a value that is swept", () => {
    const subject = known("1d4 + @bonus >= @dc", ["bonus", "dc"], TRUTH);
    const axes = chosenAxes({ ...COURSE, along: [{ name: "dc", range: "1..9" }] }, axisChoices(subject));
    expect(sweepQuestion(subject, axes, measures(subject)[0])).toEqual({
      expression: "1d4 + @bonus >= @dc",
      variables: { bonus: 3 },
      axes: { dc: "1..9" },
    });
    const ruled = known("", [], WORDS, { entry: rule("tiers.check", { stat: "45", tier: "2" }, "grade") });
    const swept = sweepQuestion(ruled, [{ name: "tier", range: "1..2", reached: false }], measures(ruled)[0]);
    expect(swept).toEqual({ rule: "tiers.check", parameters: { stat: "45" }, of: "grade=hit", axes: { tier: "1..2" } });
  });

  test("for a goal leaves the end to the engine, unless one is wanted", () => {
    const subject = known("1d4 + @bonus", ["bonus"], WORDS);
    const [bonus] = axisChoices(subject);
    expect(reachQuestion(subject, [bonus!], undefined, FIND)).toEqual({ expression: "1d4 + @bonus", variables: {}, axes: { bonus: "0..10" }, at_least: "65 %" });
    expect(reachQuestion(subject, [bonus!], undefined, { side: "at most", goal: " 30 % ", end: "greatest" })).toMatchObject({
      at_most: "30 %",
      greatest: true,
    });
  });

  test("for stacked bars is one for all values and outcomes", () => {
    const subject = known("1d4 + @bonus", ["bonus"], WORDS);
    const axis = { name: "bonus", range: "0..1", reached: false };
    expect(sharesQuestion(subject, axis)).toEqual({ expression: "1d4 + @bonus", variables: {}, axes: { bonus: "0..1" }, shares: true });
    const ruled = known("", [], WORDS, { entry: rule("tiers.check", { stat: "45" }, "grade") });
    expect(sharesQuestion(ruled, { ...axis, name: "stat" })).toMatchObject({ of: "grade", parameters: {} });
  });
});

test("a number that a rule has a name for is called by it", () => {
  const parameters = [{ name: "tier", type: "integer", required: false, help: "", names: { Hard: 5 } }];
  const named = namerOf(known("", [], WORDS, { rule: { name: "", text: "", aim: null, fields: [], parameters } }));
  expect([named("tier", 5), named("tier", 4), named("stat", 5)]).toEqual(["Hard", 4, 5]);
});

describe("a drawing", () => {
  test.each([
    ["", 1, "numbers", "lines"],
    ["", 1, "words", "stacked"],
    ["", 2, "words", "heat"],
    ["heat", 1, "numbers", "lines"],
    ["stacked", 1, "numbers", "lines"],
    ["stacked", 2, "words", "lines"],
    ["lines", 2, "truth", "lines"],
  ] as const)("wanted as “%s” with %i axes of %s is drawn as %s", (drawing, axes, kind, drawn) => {
    expect(drawingOf({ ...COURSE, drawing }, axes, kind)).toBe(drawn);
  });
});
