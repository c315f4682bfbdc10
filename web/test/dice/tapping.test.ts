import { expect, test } from "vitest";
import { applyEdit, tapBack, tapDie, tapExplode, tapKeep, tapNumber, type TextEdit } from "../../src/dice/tapping";

const after = (text: string, edit: TextEdit | null) => (edit === null ? null : applyEdit(text, edit));

test.each([
  ["", "d6", "d6"],
  ["d6", "d6", "2d6"],
  ["2d6", "d6", "3d6"],
  ["2d6 ", "d6", "3d6"],
  ["2d6", "d8", "2d6 + d8"],
  ["2d6 + d8", "d8", "2d6 + 2d8"],
  ["2d6kh1", "d6", "2d6kh1 + d6"],
  ["d20 +", "d6", "d20 + d6"],
  ["max(", "d6", "max( d6"],
  ["d%", "d%", "2d%"],
  ["3dF", "dF", "4dF"],
  ["5", "d6", "5 + d6"],
  ["d6", "d60", "d6 + d60"],
])("%j and a tap on %s is %j", (text, die, expected) => {
  expect(after(text, tapDie(text, die))).toBe(expected);
});

test.each([
  ["d20", 1, "d20 + 1"],
  ["d20 + 1", 1, "d20 + 2"],
  ["d20 + 1", -1, "d20"],
  ["d20", -1, "d20 - 1"],
  ["d20 - 1", -1, "d20 - 2"],
  ["d20-1", 1, "d20"],
  ["d20 + 9", 1, "d20 + 10"],
  ["", 1, "1"],
] as const)("%j changed by %i is %j", (text, step, expected) => {
  expect(after(text, tapNumber(text, step))).toBe(expected);
});

test.each([
  ["d20", "kh1", "2d20kh1"],
  ["2d20kh1", "kh1", "2d20"],
  ["2d20kh1", "kl1", "2d20kl1"],
  ["4d6 + 2", "kh1", "4d6kh1 + 2"],
  ["d8 + 2d6!", "kh1", "d8 + 2d6!kh1"],
  ["5", "kh1", null],
] as const)("%j with %s is %j", (text, keep, expected) => {
  expect(after(text, tapKeep(text, keep))).toBe(expected);
});

test.each([
  ["3d6", "3d6!"],
  ["3d6!", "3d6"],
  ["2d20kh1 + 5", "2d20!kh1 + 5"],
  ["", null],
])("%j explodes, or no longer: %j", (text, expected) => {
  expect(after(text, tapExplode(text))).toBe(expected);
});

test.each([
  ["2d6 + d8", "2d6"],
  ["2d6 + d8 - 3", "2d6 + d8"],
  ["2d6", ""],
  ["", ""],
])("the last term of %j goes: %j", (text, expected) => {
  expect(after(text, tapBack(text))).toBe(expected);
});
