import { describe, expect, test } from "vitest";
import type { Slot } from "../../src/charts/distribution";
import { exactly } from "../../src/charts/exact";
import { flowed } from "../../src/charts/FileCaption";
import { labelled, textWidth } from "../../src/charts/labels";

const whole = (from: number, count: number): Slot[] =>
  Array.from({ length: count }, (_, index) => ({ text: `${from + index}`, value: exactly(`${from + index}`) }));
const words = (...texts: string[]): Slot[] => texts.map((text) => ({ text, value: null }));

const SIZE = 12;

describe("labels of an axis", () => {
  test("all of them where there is room", () => {
    expect(labelled(whole(3, 16), 30, SIZE)).toHaveLength(16);
  });

  test("round numbers where there is less", () => {
    const slots = whole(3, 16);
    expect(labelled(slots, 12, SIZE).map((index) => slots[index]!.text)).toEqual(["4", "6", "8", "10", "12", "14", "16", "18"]);
  });

  test.each([[1000, 0.3], [1000, 1], [600, 0.9], [100, 4], [37, 9], [16, 12]])("of %i outcomes %d pixels apart, no two labels touch", (count, step) => {
    const slots = whole(-40, count);
    const shown = labelled(slots, step, SIZE);
    shown.slice(1).forEach((index, before) => {
      const room = (index - shown[before]!) * step;
      const needed = (textWidth(slots[index]!.text, SIZE) + textWidth(slots[shown[before]!]!.text, SIZE)) / 2;
      expect(room).toBeGreaterThan(needed);
    });
    expect(shown.length).toBeGreaterThan(0);
  });

  test("of words, one in so many", () => {
    expect(labelled(words("never", "rarely", "often", "always"), 25, SIZE)).toEqual([0, 2]);
  });
});

test("a legend flows onto the next row when one is full, and never leaves the first empty", () => {
  expect(flowed([40, 40, 40], 100)).toEqual([{ x: 8, row: 0 }, { x: 48, row: 0 }, { x: 8, row: 1 }]);
  expect(flowed([400], 100)).toEqual([{ x: 8, row: 0 }]);
});
