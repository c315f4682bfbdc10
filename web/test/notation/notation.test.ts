import { describe, expect, it } from "vitest";

import { markedAt, toCharacters, toUnits } from "../../src/notation/places";
import { numberOf, numbersOf } from "../../src/notation/values";

describe("a place in a text", () => {
  it("is counted in characters by the engine and in units by the browser", () => {
    expect(toUnits("😀 2d6", 2)).toBe(3);
    expect(toCharacters("😀 2d6", 3)).toBe(2);
    expect(toUnits("2d6", 99)).toBe(3);
  });

  it("is marked", () => {
    expect(markedAt("😀 2dx", [2, 5])).toEqual({ before: "😀 ", marked: "2dx", after: "" });
  });

  it("is marked at one character if it has no width, and after the end", () => {
    expect(markedAt("2d6", [1, 1])).toEqual({ before: "2", marked: "d", after: "6" });
    expect(markedAt("2d6", [3, 3])).toEqual({ before: "2d6", marked: "\u00a0", after: "" });
  });
});

describe("a value", () => {
  it.each([
    ["3", 3],
    [" −2 ", -2],
    ["7/2", { numerator: 7, denominator: 2 }],
    ["-1.50", { numerator: -150, denominator: 100 }],
    ["x", null],
    ["", null],
    ["1/0", null],
    ["9".repeat(25), null],
  ])("%s is %j", (typed, expected) => {
    expect(numberOf(typed)).toEqual(expected);
  });

  it("may have the name of what every object has", () => {
    expect(numbersOf(["constructor", "__proto__"], {})).toEqual(Object.fromEntries([["constructor", 0], ["__proto__", 0]]));
  });

  it("is 0 until it is given, and left out where it is no number", () => {
    expect(numbersOf(["a", "b", "c"], { b: "2", c: "?" })).toEqual({ a: 0, b: 2 });
  });
});
