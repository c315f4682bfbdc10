import { expect, test } from "vitest";

import { writeRoute } from "../src/app/route";
import { recognise } from "../src/pasting/recognise";

const told = (text: string) => {
  const found = recognise(text);
  if (found === null) return null;
  return [found.what, found.kind === "place" ? writeRoute(found.route).slice(0, 24) : found.kind];
};

test.each([
  ["&{template:default} {{name=Sword}} {{Attack=[[1d20+5]]}}", "A Roll20 macro", "#v1/macros?d=roll20&t=%2"],
  ["[[1d20 + ?{Bonus|2}]]", "A Roll20 macro", "#v1/macros?d=roll20&t=%5"],
  ["/w gm Trap: [[2d6]]", "A Roll20 macro", "#v1/macros?d=roll20&t=%2"],
  ["Breath: [[/r 8d6[fire]]]{Fire}", "A Foundry macro", "#v1/macros?d=foundry&t=B"],
  ["!r 1d20+5 adv", "An Avrae command", "#v1/macros?d=avrae&t=%21"],
  ["!attack longsword", "An Avrae command", "#v1/macros?d=avrae&t=%21"],
  ["output 3d6 named \"a\"", "An AnyDice program", "#v1/anydice?p=output+3d6"],
  ["output [highest 3 of 4d6]", "An AnyDice program", "#v1/anydice?p=output+%5B"],
  ["function: f A:n {\n result: A }\noutput [f d6]", "An AnyDice program", "#v1/anydice?p=function%3"],
  ["https://dice.example/astragal/#v1/odds?e=2d6", "A link to this page", "#v1/odds?e=2d6"],
  ["#v1/games/tiers/check?stat=45", "A link to this page", "#v1/games/tiers/check?st"],
  ['{"token": 3, "faces": [1], "waits": {}}', "A roll that waits", "token"],
  ['{"paused": {}, "token": {"token": 3}}', "A roll that waits", "token"],
  ['{"version": 5, "expression": "2d6", "faces": [1, 2], "outcome": 3}', "The record of a roll", "record"],
  ['{"roll": {"version": 5, "rule": "tiers.check", "faces": [1], "outcome": {}}, "text": ""}', "The record of a roll", "record"],
  ["/roll 2d6 + 3", "A chat command", "dice"],
  ["/blindroll 2d6", "A chat command", "dice"],
  ["#roll 2d6", "A chat command", "dice"],
  ["/roll 6 4d6 k3", "A Dice Maiden command", "#v1/roll?e=%2Froll+6+4d6"],
  ["`2d6 + 3` → (4, 5) + 3 = **12**", "A result, with the dice that were rolled", "dice"],
  ["2d6 + 3 → (4, 5) + 3 = 12", "A result, with the dice that were rolled", "dice"],
  ["https://anydice.com/program/2c7", "A link to AnyDice, which does not hold the program: paste the program itself", "#v1/anydice"],
  ['name = "Ann"\nStealth = 3\n\n[[circumstances]]\nname = "cursed"', "A character’s sheet", "sheet"],
])("%s is %s", (text, what, where) => {
  expect(told(text)).toEqual([what, where]);
});

test("of a result its dice are taken", () => {
  expect(recognise("`2d6 + 3` → (4, 5) + 3 = **12**")).toMatchObject({ text: "2d6 + 3" });
});

test.each([
  "Check against 45: 15 → Success",
  "4d6kh3 + 2",
  'name = "Ann"',
  "2d6 [..6] miss [7..9] mixed [10..] hit",
  "d20r<=10? + @skill",
  "@{fire damage}d6",
  "{2d6, 3d4}kh1",
  "1d20 # to hit",
  "highest 3 of 4d6",
  "at least 15 on 2d6+6",
  "3d6!",
  "",
  "{not json",
  "#v1/attic",
  "https://example.com/",
])("%s is typed, and is nothing else", (text) => {
  expect(told(text)).toBeNull();
});
