import { describe, expect, it } from "vitest";

import type { Grid, Odds } from "../../../src/contract";
import { readParameter } from "../../../src/views/games/form/parameters";
import { axisValues, coordinateAmong, rangeFor } from "../../../src/views/games/odds/axes";
import { aimOf, briefOf, toldOf } from "../../../src/views/games/odds/headline";

const FIELDS = ["passes", "range", "critical_success", "ending"];

/** Rows of text, field, value and chance. */
function grid(...rows: readonly (readonly [string, string, unknown, string])[]): Grid {
  const values = rows.map(([text, field, value, exact]) => ({ at: { "": text }, exact, approx: null, field, value }));
  return { version: 1, of: "x", kind: "chance", axes: { "": rows.map(([text]) => text) }, values };
}

const odds = (headline: Grid | null, more: Partial<Odds> = {}): Odds => ({
  version: 1, expression: "scores.test()", denominator: "4", outcomes: [], mean: null, variance: null, sd: null,
  min: null, max: null, tail: { exact: "0", approx: 0 }, quantiles: null, headline, ...more,
});

describe("odds at a glance", () => {
  it("tell chances apart from fields with several values", () => {
    const told = toldOf(odds(grid(
      ["passes", "passes", true, "3/4"], ["Low", "range", "Low", "1/4"], ["Mixed", "range", "Mixed", "1/2"], ["2 $", "tiers", 2, "1/4"],
      ["Critical Success", "critical_success", true, "1/20"],
    )));
    expect(told).toEqual([
      { kind: "chance", field: "passes", name: "passes", exact: "3/4" },
      { kind: "parts", field: "range", parts: [{ text: "Low", exact: "1/4" }, { text: "Mixed", exact: "1/2" }] },
      { kind: "parts", field: "tiers", parts: [{ text: "2 $", exact: "1/4", number: 2 }] },
      { kind: "chance", field: "critical_success", name: "Critical Success", exact: "1/20" },
    ]);
  });

  it("do not say the same twice", () => {
    const told = toldOf(odds(grid(["passes", "passes", true, "3/4"], ["lost", "ending", "lost", "1/4"], ["passed", "ending", "passed", "3/4"])));
    expect(told?.map(({ field }) => field)).toEqual(["passes"]);
  });

  it("are the outcomes themselves where they are few, and a chart where they are numbers", () => {
    const outcomes = [{ outcome: "a", text: "a", weight: "1", probability: 0.25 }, { outcome: "b", text: "b", weight: "3", probability: 0.75 }];
    expect(toldOf(odds(null, { outcomes }))).toEqual([{ kind: "parts", field: "", parts: [{ text: "a", exact: "1/4" }, { text: "b", exact: "3/4" }] }]);
    expect(toldOf(odds(null, { outcomes, mean: { exact: "2", approx: 2 } }))).toBeNull();
  });

  it("are brief where there is little room", () => {
    expect(briefOf(odds(grid(["Low", "range", "Low", "1/4"], ["passes", "passes", true, "3/4"])))).toEqual({ figure: "75.0 %", words: "to pass" });
    expect(briefOf(odds(null, { mean: { exact: "7/2", approx: 3.5 } }))).toEqual({ figure: "3.50", words: "on average" });
    expect([briefOf(null), briefOf(odds(null))]).toEqual([null, null]);
  });

  it("say what is asked first", () => {
    expect(aimOf(odds(grid(["Critical Success", "critical_success", true, "1/20"])), FIELDS)).toBe("critical_success");
    expect([aimOf(null, FIELDS), aimOf(null, ["side"])]).toEqual(["passes", ""]);
  });
});

describe("a sweep", () => {
  const parameter = (more: object) => readParameter({ name: "p", type: "integer", ...more });

  it.each([
    [parameter({}), "3", "-2..8"],
    [parameter({ least: 0, most: 999 }), "45", "10..90/5"],
    [parameter({ least: 0, most: 1000 }), "0", "0..5"],
    [parameter({ least: 2, most: 10 }), "4", "2..10"],
    [parameter({ names: { Easy: 2, Hard: 5 } }), "Hard", "Easy, Hard"],
    [parameter({ type: "choice", choices: ["us", "them"] }), "us", "us, them"],
    [parameter({ type: "truth" }), false, "no, yes"],
    [parameter({ type: "notation" }), "2d6", "2d6"],
    [parameter({ type: "list" }), ["45", "60"], "45, 60"],
  ])("begins with a range that fits: %#", (each, typed, range) => {
    expect(rangeFor(each, typed)).toBe(range);
  });

  it("takes a range or a list", () => {
    expect(axisValues(parameter({}), " 1..5 ")).toBe("1..5");
    expect(axisValues(parameter({}), "1, Hard,")).toEqual(["1", "Hard"]);
    expect(axisValues(parameter({ type: "truth" }), "no, yes")).toEqual([false, true]);
    expect(axisValues(parameter({ type: "list" }), "45, 60; 30")).toEqual(["45, 60", "30"]);
    expect(axisValues(parameter({}), "  ")).toBeNull();
  });

  it("is drawn with the names of numbers", () => {
    const named = coordinateAmong([readParameter({ name: "tier", type: "integer", names: { Easy: 2 } })]);
    expect([named("tier", 2), named("tier", 5), named("stat", 2)]).toEqual(["Easy", 5, 2]);
  });
});
