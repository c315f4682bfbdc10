/** Answers arranged for charts: nothing is worked out here, only put in its place. */
import type { Grid as Drawn } from "../../charts";
import type { Coordinate } from "../../charts/grid";
import { compare, fraction, fractionText, readFraction, type Fraction } from "../../charts/exact";
import type { Grid, Odds } from "../../contract";

/** A grid without the cells that have no answer, and what was said of those. */
export function drawnGrid({ of, kind, axes, values }: Omit<Grid, "version">): { readonly grid: Drawn; readonly faults: readonly string[] } {
  const answered = values.flatMap(({ at, exact, approx }) =>
    exact === undefined ? [] : [{ at: mapped(at, coordinate), exact, approx: approx ?? 0 }],
  );
  const faults = new Set(values.flatMap(({ error }) => (error === undefined ? [] : [error.message])));
  return { grid: { of, kind, axes: mapped(axes, (each) => each.map(coordinate)), values: answered }, faults: [...faults] };
}

function mapped<From, To>(record: Readonly<Record<string, From>>, change: (from: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, each]) => [name, change(each)]));
}

export function coordinate(data: unknown): Coordinate {
  if (typeof data === "number" || typeof data === "string" || typeof data === "boolean" || data === null) return data;
  return outcomeText(data);
}

/** A number as the service writes it, in words for people. */
export function outcomeText(data: unknown): string {
  if (data === null || data === undefined) return "–";
  if (typeof data === "object" && "numerator" in data && "denominator" in data) {
    return `${String(data.numerator)}/${String(data.denominator)}`.replace("-", "−");
  }
  return String(data).replace(/^-/, "−");
}

export interface Stacks {
  /** from worst to best, as the rules list them; numbers in order */
  readonly categories: readonly string[];
  /** for each category its exact chance in each of the answers */
  readonly shares: readonly (readonly string[])[];
}

/** Several odds as columns of one stack each. */
export function stacksOf(several: readonly Odds[]): Stacks {
  const categories = orderedTexts(several);
  const columns = several.map(({ denominator, outcomes }) => {
    const whole = BigInt(denominator);
    return new Map(outcomes.map(({ text, weight }) => [text, plain(fraction(BigInt(weight), whole))]));
  });
  return { categories, shares: categories.map((text) => columns.map((column) => column.get(text) ?? "0")) };
}

const plain = (chance: Fraction): string => fractionText(chance).replace("−", "-");

/** Every outcome once: each list's own order is kept where they agree. */
function orderedTexts(several: readonly Odds[]): readonly string[] {
  const texts: string[] = [];
  for (const { outcomes } of several) {
    let at = 0;
    for (const { text } of outcomes) {
      const known = texts.indexOf(text);
      if (known < 0) texts.splice(at, 0, text);
      at = (known < 0 ? at : known) + 1;
    }
  }
  const numbers = texts.map(readFraction);
  if (numbers.some((number) => number === null)) return texts;
  return texts.sort((left, right) => compare(readFraction(left) as Fraction, readFraction(right) as Fraction));
}
