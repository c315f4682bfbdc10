import { expect, test } from "vitest";
import { compare, decimalText, exactly, fraction, fractionText, percentText, plus, ratio, readFraction, shortFraction } from "../../src/charts/exact";

test.each([
  ["5/54", "5/54"],
  ["10/108", "5/54"],
  ["7", "7"],
  ["-3/6", "−1/2"],
  ["−4", "−4"],
])("%s is read, and shown as %s", (text, shown) => {
  expect(fractionText(exactly(text))).toBe(shown);
});

test.each(["", "hit", "1/0", "0.5", "1/2/3"])("%j is no fraction", (text) => {
  expect(readFraction(text)).toBeNull();
});

test("sums are exact where floats are not", () => {
  const tenth = exactly("1/10");
  expect(fractionText(plus(plus(tenth, tenth), tenth))).toBe("3/10");
});

test.each([
  ["1/3", 2, "0.33"],
  ["2/3", 2, "0.67"],
  ["1/8", 2, "0.13"],
  ["-1/8", 2, "−0.13"],
  ["-1/1000", 2, "0.00"],
  ["7/2", 0, "4"],
  ["199/2", 1, "99.5"],
])("%s to %i places is %s", (text, places, shown) => {
  expect(decimalText(exactly(text), places)).toBe(shown);
});

test.each([
  ["0", "0.00 %"],
  ["1", "100.00 %"],
  ["35/324", "10.80 %"],
  ["1/20000", "0.01 %"],
  ["1/20001", "< 0.01 %"],
  ["99999/100000", "> 99.99 %"],
  ["9999/10000", "99.99 %"],
])("%s is %s", (text, shown) => {
  expect(percentText(exactly(text))).toBe(shown);
});

test("numbers beyond floats are compared and drawn", () => {
  const huge = 6n ** 400n;
  expect(compare({ over: huge, under: huge + 1n }, { over: 1n, under: 1n })).toBe(-1);
  expect(ratio({ over: huge, under: 3n * huge })).toBeCloseTo(1 / 3, 12);
  expect(ratio(fraction(-7n, 2n))).toBe(-3.5);
});

test("a fraction that is too long says how many digits it has", () => {
  expect(shortFraction("25/108")).toBe("25/108");
  expect(shortFraction(`1/${10n ** 50n}`)).toBe("1 / 100000… (51 digits)");
});
