/** Odds laid out for drawing: one row of outcomes for several distributions, and each one's exact chances. */

import { compare, exactly, readFraction, type Fraction } from "./exact";

/** An answer to `odds`, as far as charts need it. */
export interface Odds {
  denominator: string;
  outcomes: readonly OutcomeOdds[];
}

export interface OutcomeOdds {
  text: string;
  weight: string;
  at_most?: string | undefined;
  at_least?: string | undefined;
}

export interface Series {
  name: string;
  odds: Odds;
}

export type Mode = "exactly" | "at least" | "at most";

export const MODES: readonly Mode[] = ["exactly", "at least", "at most"];

export interface Slot {
  text: string;
  /** its number; null in a row of words */
  value: Fraction | null;
}

/** A chance that the answer does not tell, beyond the outcomes it lists, is null. */
export type Chances = readonly (Fraction | null)[];

/** Every outcome of any series once: numbers in order, words as they come. */
export function slotsOf(series: readonly Series[]): Slot[] {
  const texts = new Set(series.flatMap(({ odds }) => odds.outcomes.map((outcome) => outcome.text)));
  const slots = [...texts].map((text) => ({ text, value: readFraction(text) }));
  if (slots.some((slot) => slot.value === null)) return slots.map(({ text }) => ({ text, value: null }));
  slots.sort((left, right) => compare(left.value as Fraction, right.value as Fraction));
  return withGaps(slots);
}

const WIDEST = 1000n;

/** Whole numbers that cannot come up, but lie between others, keep their place as long as most places are taken. */
function withGaps(slots: Slot[]): Slot[] {
  const wholes = slots.map((slot) => (slot.value?.under === 1n ? slot.value.over : null));
  const first = wholes[0];
  const last = wholes.at(-1);
  if (first == null || last == null || wholes.includes(null)) return slots;
  const room = last - first + 1n;
  if (room > WIDEST || room > 3n * BigInt(slots.length)) return slots;
  return Array.from({ length: Number(room) }, (_, index) => {
    const over = first + BigInt(index);
    return { text: `${over}`, value: { over, under: 1n } };
  });
}

/** The outcomes, those with the same text as one: a chance belongs to exactly what stands beside it. */
export function shownApart<Shown extends OutcomeOdds>(outcomes: readonly Shown[]): readonly Shown[] {
  const weights = new Map<string, bigint>();
  for (const { text, weight } of outcomes) weights.set(text, (weights.get(text) ?? 0n) + BigInt(weight));
  if (weights.size === outcomes.length) return outcomes;
  const first = new Map([...outcomes].reverse().map((each) => [each.text, each]));
  return [...weights].map(([text, weight]) => ({ ...first.get(text)!, weight: String(weight) }));
}

export function isOrdered(slots: readonly Slot[]): boolean {
  return slots.length > 0 && slots.every((slot) => slot.value !== null);
}

/** The chance of each slot: of exactly it, of it or more, of it or less. */
export function chancesOf(odds: Odds, slots: readonly Slot[], mode: Mode): Chances {
  const whole = BigInt(odds.denominator);
  const share = (weight: bigint | null) => (weight === null ? null : { over: weight, under: whole });
  if (!isOrdered(slots) || mode === "exactly") return exactChances(odds, slots).map(share);
  return cumulative(odds, slots, mode).map(share);
}

function exactChances(odds: Odds, slots: readonly Slot[]): (bigint | null)[] {
  const weights = new Map(shownApart(odds.outcomes).map((outcome) => [outcome.text, BigInt(outcome.weight)]));
  const ends = isOrdered(slots) ? endsOf(odds) : null;
  return slots.map((slot) => weights.get(slot.text) ?? (ends !== null && ends.unknown(slot) ? null : 0n));
}

interface Row {
  value: Fraction;
  weight: bigint;
  most: bigint;
  least: bigint;
}

/** The outcomes in order with their cumulative weights, the engine's where it gives them. */
function rowsOf(odds: Odds): Row[] {
  const whole = BigInt(odds.denominator);
  const sorted = odds.outcomes
    .map((outcome) => ({ ...outcome, value: exactly(outcome.text) }))
    .sort((left, right) => compare(left.value, right.value));
  let below = 0n;
  return sorted.map(({ value, weight, at_most, at_least }) => {
    const own = BigInt(weight);
    const least = at_least === undefined ? whole - below : BigInt(at_least);
    below += own;
    return { value, weight: own, most: at_most === undefined ? below : BigInt(at_most), least };
  });
}

/** What lies beyond the first and the last listed outcome: nothing, or a tail that is not listed one by one. */
function endsOf(odds: Odds) {
  const rows = rowsOf(odds);
  const first = rows[0];
  const last = rows.at(-1);
  return {
    unknown({ value }: Slot): boolean {
      if (value === null || first === undefined || last === undefined) return false;
      const under = compare(value, first.value) < 0 && first.most > first.weight;
      const over = compare(value, last.value) > 0 && last.least > last.weight;
      return under || over;
    },
  };
}

function cumulative(odds: Odds, slots: readonly Slot[], mode: Mode): (bigint | null)[] {
  const rows = rowsOf(odds);
  const ends = endsOf(odds);
  const whole = BigInt(odds.denominator);
  let next = 0;
  return slots.map((slot) => {
    const value = slot.value as Fraction;
    while (next < rows.length && compare((rows[next] as Row).value, value) < 0) next += 1;
    if (ends.unknown(slot)) return null;
    const here = rows[next];
    if (mode === "at least") return here?.least ?? 0n;
    if (here === undefined) return whole;
    return compare(here.value, value) === 0 ? here.most : here.most - here.weight;
  });
}

const FEW = 40;

/** What may be left out at each end of a long row, in every series: one in twenty thousand. */
const LEFT_OUT: Fraction = { over: 1n, under: 20_000n };

/** The part of a long row worth drawing: all of it, unless a fifth or more holds at most 0.01 % of any series. */
export function drawnRange(series: readonly Series[], slots: readonly Slot[]): [from: number, to: number] {
  const last = slots.length - 1;
  if (slots.length <= FEW || !isOrdered(slots)) return [0, last];
  const below = series.map(({ odds }) => chancesOf(odds, slots, "at most"));
  const above = series.map(({ odds }) => chancesOf(odds, slots, "at least"));
  const slight = (rows: readonly Chances[], index: number) =>
    rows.every((row) => row[index] == null || compare(row[index], LEFT_OUT) <= 0);
  let [from, to] = [0, last];
  while (from < to && slight(below, from)) from += 1;
  while (to > from && slight(above, to)) to -= 1;
  return 5 * (to - from + 1) > 4 * slots.length ? [0, last] : [from, to];
}

/** The slots of the greatest chance: several where they are equal. */
export function likeliest(chances: Chances): number[] {
  let found: number[] = [];
  chances.forEach((chance, index) => {
    const best = found[0] === undefined ? null : (chances[found[0]] ?? null);
    const order = chance === null ? -1 : best === null ? 1 : compare(chance, best);
    if (order > 0) found = [index];
    else if (order === 0) found.push(index);
  });
  return found;
}
