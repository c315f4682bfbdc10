/** An answer to `sweep`, arranged for charts. */

import { decimalText, exactly, percentText, type Fraction } from "./exact";

export type Coordinate = number | string | boolean | null;

export interface Grid {
  of: string;
  kind: string;
  axes: Readonly<Record<string, readonly Coordinate[]>>;
  values: readonly { at: Readonly<Record<string, Coordinate>>; exact: string; approx: number }[];
}

export interface Axis {
  name: string;
  values: readonly Coordinate[];
}

export interface Line {
  name: string;
  values: readonly (Fraction | null)[];
}

export function axesOf(grid: Grid): Axis[] {
  return Object.entries(grid.axes).map(([name, values]) => ({ name, values }));
}

export function coordinateText(value: Coordinate): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "none" : String(value).replace(/^-/, "−");
}

/** The value at each combination of coordinates. */
export function lookup(grid: Grid): (at: Readonly<Record<string, Coordinate>>) => Fraction | null {
  const names = Object.keys(grid.axes);
  const key = (at: Readonly<Record<string, Coordinate>>) => JSON.stringify(names.map((name) => at[name] ?? null));
  const found = new Map(grid.values.map((value) => [key(value.at), exactly(value.exact)]));
  return (at) => found.get(key(at)) ?? null;
}

/** One line for each value of the second axis, along the first. */
export function linesOf(grid: Grid): Line[] {
  const [along, across] = axesOf(grid);
  const value = lookup(grid);
  if (along === undefined) return [];
  if (across === undefined) {
    return [{ name: grid.of, values: along.values.map((each) => value({ [along.name]: each })) }];
  }
  return across.values.map((other) => ({
    name: `${across.name} ${coordinateText(other)}`,
    values: along.values.map((each) => value({ [along.name]: each, [across.name]: other })),
  }));
}

export const isChance = (kind: string) => kind !== "mean";

export function valueText(value: Fraction | null, chance: boolean): string {
  if (value === null) return "–";
  return chance ? percentText(value) : decimalText(value, 2);
}

/** As short as a cell needs it: whole percents, or one place of a mean. */
export function cellText(value: Fraction, chance: boolean): string {
  return chance ? decimalText({ over: value.over * 100n, under: value.under }, 0) : decimalText(value, 1);
}
