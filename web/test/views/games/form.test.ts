import { describe, expect, it } from "vitest";

import type { Problem } from "../../../src/contract";
import { exampleForm, wordsOf } from "../../../src/views/games/form/examples";
import { given, numberIn, problemAt, typedOf, untouched, type Form } from "../../../src/views/games/form/form";
import { scaleOf } from "../../../src/views/games/form/NumberField";
import { folded, labelOf, readParameter } from "../../../src/views/games/form/parameters";

const STAT = readParameter({ name: "stat", type: "integer", least: 0, most: 999, required: true, help: "rolled under" });
const TIER = readParameter({ name: "tier", type: "integer", names: { Easy: 2, Hard: 5 }, optional: true, required: false, default: 1, hideable: true });
const TAGS = readParameter({ name: "tags", type: "list", items: { type: "text" }, required: false, default: [] });
const STATS = readParameter({ name: "stats", type: "list", items: { type: "integer" }, required: false, default: [0] });
const TEARING = readParameter({ name: "tearing", type: "truth", required: false, default: false });
const DAMAGE = readParameter({ name: "damage", type: "notation", required: false, default: "1d6" });
const ALL = [STAT, TIER, TAGS, STATS, TEARING, DAMAGE];

describe("a parameter", () => {
  it("has nothing made up that the engine does not say", () => {
    expect(readParameter({ name: "stat" })).toMatchObject({ name: "stat", required: false, names: [], choices: [], least: null, default: null, items: null });
  });

  it("is labelled in words", () => {
    expect([labelOf("opponent_advantages"), labelOf("dc")]).toEqual(["Opponent advantages", "DC"]);
  });

  it("has a slider where its scale is short, or where the rule needs it", () => {
    const bounded = (least: number, most: number, required: boolean) => scaleOf(readParameter({ type: "integer", least, most, required }));
    expect([bounded(2, 10, false), bounded(0, 999, true), bounded(0, 1000, false), scaleOf(TIER)]).toEqual([[2, 10], [0, 100], null, null]);
  });

  it("is folded away if it is seldom said", () => {
    const many = Array.from({ length: 9 }, (_, index) => readParameter({ name: `p${index}`, type: "integer", required: index === 8, hideable: index === 7 }));
    const [seen, more] = folded(many);
    expect(seen.map(({ name }) => name)).toEqual(["p8", "p0", "p1", "p2", "p3", "p7"]);
    expect(more.map(({ name }) => name)).toEqual(["p4", "p5", "p6"]);
    expect(folded(many.slice(0, 6))[1]).toEqual([]);
  });
});

describe("a form", () => {
  it("sends what differs from the defaults, numbers as numbers and names as names", () => {
    const form: Form = { stat: " 45 ", tier: "Hard", tags: ["gold eyes", " "], stats: ["60", "Stealth"], tearing: true, damage: "1d6" };
    expect(given(ALL, form)).toEqual({ stat: 45, tier: "Hard", tags: ["gold eyes"], stats: [60, "Stealth"], tearing: true });
    expect(given(ALL, {})).toEqual({});
    expect(given([STAT], { stat: "−3" })).toEqual({ stat: -3 });
  });

  it("leaves open what is emptied and may be, and takes the default where it may not", () => {
    expect(given(ALL, { tier: "", damage: "", stats: [""], tags: [] })).toEqual({ tier: null, stats: [] });
  });

  it("tells the players nothing of what is hidden", () => {
    expect(given(ALL, { stat: "45", tier: "Hard" }, new Set(["tier"]))).toEqual({ stat: 45, tier: null });
  });

  it("shows data as it would be typed", () => {
    expect([typedOf(TIER, 5), typedOf(TIER, null), typedOf(TAGS, ["a"]), typedOf(TAGS, "a"), typedOf(TEARING, "yes")]).toEqual(["5", "", ["a"], ["a"], true]);
    expect(untouched(STATS)).toEqual(["0"]);
    expect([numberIn(TIER, "hard"), numberIn(TIER, "7"), numberIn(TIER, "Stealth")]).toEqual([5, 7, null]);
  });
});

describe("a problem", () => {
  const problem = (message: string, text: string | null = null): Problem => ({
    type: "", title: "", status: 422, detail: "", code: "bad", message, hint: null, place: null, text, fixes: [],
  });
  const placed = (each: Problem) => problemAt(each, "tiers.check", ALL, { damage: "2d" });

  it.each([
    ["tiers.check: stat must be a whole number", "stat", "Must be a whole number", "stat must be a whole number"],
    ["tiers.check: stats[1] must be a number", "stats", "Entry 2 must be a number", "stats[1] must be a number"],
    ["tiers.check: damage: there is no entry for 6", "damage", "There is no entry for 6", "damage: there is no entry for 6"],
  ])("is told at its field: %s", (message, name, under, elsewhere) => {
    const found = placed(problem(message));
    expect([found?.name, found?.problem.message, found?.whole.message]).toEqual([name, under, elsewhere]);
  });

  it("of dice is told at the field in which they were typed", () => {
    expect(placed(problem("how many sides?", "2d"))).toMatchObject({ name: "damage", whole: { message: "damage: how many sides?" } });
  });

  it("of something else belongs to no field", () => {
    expect([placed(problem("tiers.check: nothing of the kind")), placed(problem("the sheet is odd")), problemAt(null, "a", [], {})]).toEqual([null, null, null]);
  });
});

describe("an example", () => {
  it("is read as it is typed on the command line", () => {
    expect(wordsOf('check --tags "gold eyes, torch" --stat 45')).toEqual(["check", "--tags", "gold eyes, torch", "--stat", "45"]);
  });

  it("fills the form of its rule", () => {
    const examples = ["test --stats 1,2", "check --sweep stat=1..3", "check --tier Hard", 'check --stat 43 --tags "gold eyes, torch" --tearing --odds', "check --stat 1"];
    expect(exampleForm("tiers.check", ALL, examples)).toEqual({ stat: "43", tags: ["gold eyes", "torch"], tearing: true });
  });

  it("is not needed", () => {
    const kind = readParameter({ name: "kind", type: "choice", choices: ["dodge", "block"], required: true });
    expect(exampleForm("target.defense", [kind, STAT], [])).toEqual({ kind: "dodge" });
  });
});
