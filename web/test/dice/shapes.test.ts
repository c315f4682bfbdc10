import { describe, expect, test } from "vitest";
import { hatch, type Point } from "../../src/dice/hatch";
import { figure, kindOf, percentFaces, type Kind } from "../../src/dice/kinds";
import { pips, shapeOf } from "../../src/dice/shapes";

describe("what a die looks like", () => {
  test.each<[string, Kind]>([
    ["d2", "coin"],
    ["coin", "coin"],
    ["d4", "d4"],
    ["d6", "d6"],
    ["d8", "d8"],
    ["d10", "d10"],
    ["d10ish", "d10"],
    ["d{0..9}", "d10"],
    ["d12", "d12"],
    ["d20", "d20"],
    ["d100", "percent"],
    ["d%", "percent"],
    ["d{0..99}", "percent"],
    ["dF", "fate"],
    ["d7", "other"],
    ["d{1,3,5}", "other"],
    ["2d6", "group"],
    ["{2d6, 1d12}kh1", "group"],
  ])("%s is drawn as %s", (name, kind) => {
    expect(kindOf(name)).toBe(kind);
  });

  test("no two kinds have the same silhouette, but for the two ten-sided dice of a d%", () => {
    const kinds: Kind[] = ["d4", "d6", "d8", "d10", "d12", "d20", "fate", "coin", "other", "group"];
    const outlines = new Set(kinds.map((kind) => shapeOf(kind).outline));
    expect(outlines.size).toBe(kinds.length);
    expect(shapeOf("percent").outline).toBe(shapeOf("d10").outline);
  });

  test.each(["d4", "d6", "d8", "d10", "d12", "d20", "fate", "coin", "other", "group"] as const)("%s stays within its square of 48", (kind) => {
    const { outline, shading } = shapeOf(kind);
    const numbers = kind === "coin" ? [] : `${outline}${shading}`.match(/-?\d+(\.\d+)?/g)!.map(Number);
    expect(numbers.every((number) => number >= 0 && number <= 48)).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6])("a face of %i has as many pips, all in different places", (value) => {
    expect(new Set(pips(value).map(String)).size).toBe(value);
  });
});

describe("figures on dice", () => {
  test.each([
    [42, ["40", "2"]],
    [7, ["00", "7"]],
    [10, ["10", "0"]],
    [100, ["00", "0"]],
    [0, ["00", "0"]],
  ])("%i is shown by two ten-sided dice", (value, faces) => {
    expect(percentFaces(value)).toEqual(faces);
  });

  test("numbers are printed with a true minus, and large ones and fractions in full", () => {
    expect(figure(-3)).toBe("−3");
    expect(figure({ integer: "-90071992547409930" })).toBe("−90071992547409930");
    expect(figure({ numerator: -7, denominator: 2 })).toBe("−7/2");
  });
});

test("shading runs from edge to edge and never outside the facet", () => {
  const square: Point[] = [[0, 0], [10, 0], [10, 10], [0, 10]];
  expect(hatch(square, 0, 4)).toBe("M0 2L10 2M0 6L10 6");
  const ends = hatch(square, 45, 3).match(/-?\d+(\.\d+)?/g)!.map(Number);
  expect(ends.length).toBeGreaterThan(8);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(10);
});
