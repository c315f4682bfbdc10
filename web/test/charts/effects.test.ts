import { describe, expect, test } from "vitest";

import { changeText, differenceText, worthText, type Effect } from "../../src/charts/effects";
import { exactly } from "../../src/charts/exact";
import { coordinateOf } from "../../src/charts/grid";

const effect = (change: string, to: unknown, exact: string): Effect => ({
  parameter: "tier",
  change,
  to,
  then: { exact: "0", approx: 0 },
  difference: { exact, approx: null },
});

describe("what a step is worth", () => {
  test.each([
    ["41/1000", true, "+4.1"],
    ["-1/5", true, "−20.0"],
    ["0", true, "0.0"],
    ["1/100000", true, "+< 0.1"],
    ["-3/2", false, "−1.50"],
  ] as const)("of %s, a chance: %s, is written %s", (exact, chance, text) => {
    expect(differenceText(exactly(exact), chance)).toBe(text);
  });

  test("is told in words", () => {
    expect(worthText(effect("+1", 2, "41/1000"), "chance")).toBe("is worth 4.1 points");
    expect(worthText(effect("+1", 2, "-1/100"), "chance")).toBe("costs 1.0 point");
    expect(worthText(effect("+1", 2, "1"), "mean")).toBe("adds 1.00 to the mean");
    expect(worthText(effect("+1", 2, "-1"), "mean")).toBe("takes 1.00 off the mean");
  });

  test("is of a step by its name", () => {
    const called = () => "Tier";
    expect(changeText(effect("-1", 2, "0"), called, (_, value) => coordinateOf(value))).toBe("Tier −1");
    expect(changeText(effect("+1", 5, "0"), called, () => "Hard")).toBe("Tier +1 (Hard)");
    expect(changeText(effect("always", "always", "0"), called, (_, value) => coordinateOf(value))).toBe("Tier: always");
  });
});
