/** An answer to `sweep`, arranged for charts. */

import type { Grid as Answer } from "../contract";
import { symbolsText } from "../dice/symbols";
import { spaced } from "../words";
import { decimalText, exactly, percentText, type Fraction } from "./exact";

export type Coordinate = number | string | boolean | null;

export interface Grid {
  of: string;
  kind: string;
  axes: Readonly<Record<string, readonly Coordinate[]>>;
  values: readonly { at: Readonly<Record<string, Coordinate>>; exact: string }[];
}

/** What a value on an axis is called. */
export type Namer = (axis: string, value: unknown) => Coordinate;

export interface Axis {
  name: string;
  values: readonly Coordinate[];
}

export interface Line {
  name: string;
  values: readonly (Fraction | null)[];
}

/** An answer as it is drawn: without the cells that have no value, and each coordinate `named`. */
export function drawnGrid(
  { of, kind, axes, values }: Pick<Answer, "of" | "axes" | "values"> & { readonly kind: string },
  named: Namer = (_, value) => coordinateOf(value),
): Grid {
  // Names of parameters become words, once each: there may be thousands of cells.
  const words = Object.keys(axes).map((name) => [name, spaced(name)] as const);
  const placed = (at: Readonly<Record<string, unknown>>) => Object.fromEntries(words.map(([name, word]) => [word, named(name, at[name])]));
  return {
    of: spaced(of),
    kind,
    axes: Object.fromEntries(words.map(([name, word]) => [word, axes[name]!.map((each) => named(name, each))])),
    values: values.flatMap(({ at, exact }) => (exact === undefined ? [] : [{ at: placed(at), exact }])),
  };
}

/** What was said of the cells that have no value, each once. */
export function faultsOf({ values }: Pick<Answer, "values">): readonly string[] {
  return [...new Set(values.flatMap(({ error }) => (error === undefined ? [] : [error.message])))];
}

export function coordinateOf(data: unknown): Coordinate {
  if (typeof data === "number" || typeof data === "string" || typeof data === "boolean" || data === null) return data;
  return outcomeText(data);
}

/** An outcome or a value as the service writes it, in words for people. */
export function outcomeText(data: unknown): string {
  if (data === null || data === undefined) return "–";
  if (Array.isArray(data)) return data.map(outcomeText).join(", ");
  if (typeof data === "object" && "numerator" in data && "denominator" in data) {
    return `${String(data.numerator)}/${String(data.denominator)}`.replace("-", "−");
  }
  const symbols = typeof data === "object" ? symbolsText(data) : null;
  return symbols ?? String(data).replace(/^-/, "−");
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
  const axes = axesOf(grid).map(({ name, values }) => ({ name, count: values.length, places: new Map(values.map((value, place) => [value, place])) }));
  const key = (at: Readonly<Record<string, Coordinate>>) => axes.reduce((sum, { name, count, places }) => sum * count + (places.get(at[name] ?? null) ?? NaN), 0);
  const found = new Map(grid.values.map((value) => [key(value.at), exactly(value.exact)]));
  found.delete(NaN);
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
