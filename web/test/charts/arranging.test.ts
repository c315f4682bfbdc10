import { describe, expect, test } from "vitest";
import { exactly, fractionText } from "../../src/charts/exact";
import { cellText, drawnGrid, faultsOf, linesOf, lookup, valueText, type Grid } from "../../src/charts/grid";
import { halfLine } from "../../src/charts/Heat";
import { stack } from "../../src/charts/Stacked";
import { beside, rising } from "../../src/charts/tones";

describe("tones", () => {
  test.each([1, 2, 3, 4, 5, 6, 9])("%i categories have as many, and the best of several the accent", (count) => {
    const tones = rising(count);
    expect(tones).toHaveLength(count);
    expect(tones.at(-1)).toBe(count === 1 ? "ink" : "accent");
    if (count <= 6) expect(new Set(tones).size).toBe(count);
  });

  test("six series side by side are told apart", () => {
    expect(new Set([0, 1, 2, 3, 4, 5].map(beside)).size).toBe(6);
  });
});

const grid: Grid = {
  of: "1d20 + @bonus >= @dc",
  kind: "chance",
  axes: { bonus: [0, 5], dc: [10, 15] },
  values: [
    { at: { bonus: 0, dc: 10 }, exact: "11/20" },
    { at: { bonus: 5, dc: 10 }, exact: "4/5" },
    { at: { dc: 15, bonus: 0 }, exact: "3/10" },
  ],
};

describe("a sweep", () => {
  test("is drawn without the cells that have no value, and tells once why", () => {
    const error = { code: "bad-count", message: "no", span: null, hint: null };
    const half = { numerator: 1, denominator: 2 };
    const answer = {
      of: "x",
      kind: "chance",
      axes: { n: [-1, 0, half, [1, -2]] },
      values: [{ at: { n: -1 }, error }, { at: { n: 0 }, exact: "1/2", approx: 0.5 }, { at: { n: half }, error }],
    };
    expect(drawnGrid(answer)).toEqual({ of: "x", kind: "chance", axes: { n: [-1, 0, "1/2", "1, −2"] }, values: [{ at: { n: 0 }, exact: "1/2" }] });
    expect(faultsOf(answer)).toEqual(["no"]);
  });

  test("is found by its coordinates in any order; what is missing is null", () => {
    const at = lookup(grid);
    expect(fractionText(at({ dc: 15, bonus: 0 })!)).toBe("3/10");
    expect(at({ bonus: 5, dc: 15 })).toBeNull();
  });

  test("over two axes is a line for each value of the second", () => {
    expect(linesOf(grid).map(({ name, values }) => [name, values.map((value) => value && fractionText(value))])).toEqual([
      ["dc 10", ["11/20", "4/5"]],
      ["dc 15", ["3/10", null]],
    ]);
  });

  test("shows chances as percents and means as decimals", () => {
    expect(valueText(exactly("11/20"), true)).toBe("55.00 %");
    expect(valueText(exactly("21/2"), false)).toBe("10.50");
    expect(valueText(null, true)).toBe("–");
    expect(cellText(exactly("1/3"), true)).toBe("33");
    expect(cellText(exactly("7/2"), false)).toBe("3.5");
  });

  test("has a line where one half is passed, and none beside what is missing", () => {
    const cells = [[exactly("1/2"), exactly("49/100")], [exactly("1/4"), null]];
    expect(halfLine(cells, 0, 0, 10, 10)).toBe("M10.0 0.0V10.0M0.0 10.0H10.0");
  });
});

test("stacked shares end at exactly one", () => {
  const parts = stack(Array.from({ length: 10 }, () => exactly("1/10")));
  expect(parts.at(-1)!.to).toBe(1);
  expect(parts.map(({ from }) => from).slice(1)).toEqual(parts.map(({ to }) => to).slice(0, -1));
});
