import { describe, expect, test } from "vitest";

import { AS_WRITTEN, afterRoll, callsOf, holds, namedBy, subjectOf, withStanding, type Game, type SheetData } from "../../src/views/characters/calls";

const parameter = (name: string) => ({ name, type: "integer", required: false, help: "" });
const rule = (name: string, ...names: string[]) => ({ name, text: "", aim: null, fields: [], parameters: names.map(parameter) });
const game: Game = {
  name: "scores",
  title: "",
  short: [],
  examples: [],
  named: ["test", "modifier"],
  sheet: [],
  rules: [rule("scores.test", "modifier", "advantages", "disadvantages"), rule("scores.other", "modifier")],
};
const dark = { name: "the dark", gives: { disadvantages: 1 }, begins_when: "" };
const rage = { name: "rage", gives: { modifier: 2 }, begins_when: "hurt" };
const sheet: SheetData = {
  name: "Ann",
  values: [{ name: "Stealth", value: "+3" }, { name: "Sword", value: "1d8+2" }],
  rolls: [{ name: "Sneak", rule: "test", parameters: { modifier: "Stealth", advantages: 1 } }],
  circumstances: [dark, rage],
};

test("saved rolls come first, then numbers that have names", () => {
  expect(callsOf(sheet, game)).toEqual([
    { name: "Sneak", rule: "scores.test", parameters: { modifier: "Stealth", advantages: 1 }, saved: true },
    { name: "Stealth", rule: "scores.test", parameters: { modifier: "Stealth" }, saved: false },
  ]);
});

test("a game that names no rule is played by the first that takes a number of a sheet", () => {
  expect(namedBy({ name: "target", named: null, rules: [rule("target.roll", "what"), rule("target.check", "bonus", "modifiers")] })).toEqual({
    rule: "target.check",
    parameter: "modifiers",
  });
  expect(namedBy({ name: "coin", named: null, rules: [rule("coin.flip")] })).toBeNull();
});

describe("what is toggled", () => {
  const [sneak, stealth] = callsOf(sheet, game);
  test("adds an Advantage to those there are, where the rule knows them", () => {
    expect(subjectOf(sneak!, game, "…", { ...AS_WRITTEN, aid: "advantages" })).toMatchObject({ parameters: { advantages: 2 }, saved: "Sneak" });
    expect(subjectOf(stealth!, game, "…", { ...AS_WRITTEN, aid: "disadvantages" })).toMatchObject({ parameters: { disadvantages: 1 }, sheets: ["…"] });
    expect(subjectOf({ ...stealth!, rule: "scores.other" }, game, "…", { ...AS_WRITTEN, aid: "advantages" }).parameters).toEqual({ modifier: "Stealth" });
  });

  test("ends circumstances, and begins those that wait", () => {
    const standing = { aid: null, turned: new Set(["the dark", "rage"]) };
    expect([dark, rage].map((each) => holds(each, AS_WRITTEN))).toEqual([true, false]);
    expect(withStanding(sheet, standing).circumstances).toEqual([{ ...rage, begins_when: "" }]);
  });

  test("what a roll ends is ended on the sheet, and nothing else changes there", () => {
    const used = withStanding(sheet, AS_WRITTEN);
    expect(afterRoll(sheet, used, { ...used, circumstances: [] }).circumstances).toEqual([rage]);
    expect(afterRoll(sheet, used, used)).toEqual(sheet);
  });
});
