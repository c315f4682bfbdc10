import { describe, expect, test } from "vitest";

import { linePath, stepArea, stepPath } from "../../src/charts/paths";
import { niceScale, scale } from "../../src/charts/scale";

describe("a scale", () => {
  test.each([
    [[0, 0.1667], [0, 0.05, 0.1, 0.15, 0.2]],
    [[0, 1], [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [[0, 0.03], [0, 0.01, 0.02, 0.03]],
    [[-3.2, 12.5], [-5, 0, 5, 10, 15]],
    [[9.1, 10.9], [9, 9.5, 10, 10.5, 11]],
  ] as const)("from %j has lines at round numbers", (domain, ticks) => {
    expect(niceScale(domain, [100, 0], 4).ticks(4)).toEqual(ticks);
  });

  test("puts its ends at the ends of the drawing", () => {
    const y = scale([0, 50], [200, 20]);
    expect([0, 25, 50].map(y)).toEqual([200, 110, 20]);
  });

  test("of one number alone stands in the middle", () => {
    const y = niceScale([7, 7], [100, 0], 4);
    expect([y(7), y.ticks(4)]).toEqual([50, [7]]);
  });
});

describe("a path", () => {
  test("is broken off where there is no place", () => {
    expect(linePath([[0, 1], [2, 3.456], null, [4, 5]])).toBe("M0 1L2 3.46M4 5");
    expect(linePath([])).toBe("");
  });

  test("of a skyline is level up to the next place, and closed at the ground", () => {
    expect(stepPath([[0, 5], [10, 3], [20, 3]])).toBe("M0 5H10V3H20V3");
    expect(stepArea([[0, 5], [10, 3]], 9)).toBe("M0 5H10V3V9H0Z");
    expect(stepArea([], 9)).toBe("");
  });
});
