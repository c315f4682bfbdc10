/** Odds laid out for drawing: one row of outcomes for several distributions, and each one's exact chances. */

import { breath, inSlices } from "../slices";
import { compare, ratio, readFraction, Share, Whole, type Fraction } from "./exact";

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

const SLOTS = new WeakMap<readonly Series[], readonly Slot[]>();

/** Every outcome of any series once: numbers in order, words as they come. */
export function slotsOf(series: readonly Series[]): readonly Slot[] {
  const known = SLOTS.get(series) ?? laidOut(series);
  SLOTS.set(series, known);
  return known;
}

function laidOut(series: readonly Series[]): readonly Slot[] {
  const known = series.map(({ odds }) => listOf(odds));
  if (!known.every(({ numeric }) => numeric())) {
    const texts = new Set(series.flatMap(({ odds }) => odds.outcomes.map((outcome) => outcome.text)));
    return [...texts].map((text) => ({ text, value: null }));
  }
  const [first] = known;
  if (first !== undefined && known.length === 1) return withGaps(first.rows());
  // Whole numbers are compared as floats, which takes a tenth of the time.
  const all = known.flatMap(({ rows }) => rows()).sort((left, right) => left.near - right.near || compare(left.value, right.value));
  return withGaps(all.filter(({ text }, index) => text !== all[index - 1]?.text));
}

/** By their numbers; what is in order already, as the engine lists it, stays as it is. */
function inOrder<Valued extends { readonly value: Fraction | null }>(listed: readonly Valued[]): readonly Valued[] {
  const order = (left: Valued, right: Valued) => compare(left.value as Fraction, right.value as Fraction);
  const sorted = listed.every((each, index) => index === 0 || order(listed[index - 1]!, each) <= 0);
  return sorted ? listed : [...listed].sort(order);
}

const WIDEST = 1000n;

/** Whole numbers that cannot come up, but lie between others, keep their place as long as most places are taken. */
function withGaps(slots: readonly Slot[]): readonly Slot[] {
  if (slots.length > WIDEST) return slots;
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

const APART = new WeakMap<readonly OutcomeOdds[], readonly OutcomeOdds[]>();

/** The outcomes, those with the same text as one: a chance belongs to exactly what stands beside it. */
export function shownApart<Shown extends OutcomeOdds>(outcomes: readonly Shown[]): readonly Shown[] {
  const known = (APART.get(outcomes) as readonly Shown[] | undefined) ?? toldApart(outcomes);
  APART.set(outcomes, known);
  return known;
}

function toldApart<Shown extends OutcomeOdds>(outcomes: readonly Shown[]): readonly Shown[] {
  if (new Set(outcomes.map(({ text }) => text)).size === outcomes.length) return outcomes;
  const weights = new Map<string, bigint>();
  for (const { text, weight } of outcomes) weights.set(text, (weights.get(text) ?? 0n) + BigInt(weight));
  const first = new Map([...outcomes].reverse().map((each) => [each.text, each]));
  return [...weights].map(([text, weight]) => ({ ...first.get(text)!, weight: String(weight) }));
}

export function isOrdered(slots: readonly Slot[]): boolean {
  return slots.length > 0 && slots.every((slot) => slot.value !== null);
}

/** The chance of each slot: of exactly it, of it or more, of it or less. */
export function chancesOf(odds: Odds, slots: readonly Slot[], mode: Mode): Chances {
  const ordered = isOrdered(slots);
  const known = listOf(odds);
  // Words are neither more nor less than a number.
  if (ordered && !known.numeric()) return slots.map(() => null);
  return ordered && mode !== "exactly" ? cumulative(known, slots, mode) : exactChances(known, slots, ordered);
}

function exactChances({ shares, whole, ends }: Listed, slots: readonly Slot[], ordered: boolean): Chances {
  const none = new Share("0", whole);
  return slots.map((slot) => shares.get(slot.text) ?? (ordered && ends().unknown(slot) ? null : none));
}

interface Row {
  text: string;
  value: Fraction;
  /** of a whole number; of others nothing */
  near: number;
  weight: Share;
  most: Share;
  least: Share;
}

/** What an answer lists, found out once. */
interface Listed {
  readonly whole: Whole;
  readonly shares: ReadonlyMap<string, Share>;
  readonly numeric: () => boolean;
  readonly nears: () => Nears;
  /** in order, where outcomes are numbers */
  readonly rows: () => readonly Row[];
  readonly ends: () => Ends;
}

const KNOWN = new WeakMap<Odds, Listed>();

function listOf(odds: Odds): Listed {
  const known = KNOWN.get(odds);
  if (known !== undefined) return known;
  const whole = new Whole(odds.denominator);
  const values = once(() => odds.outcomes.map(({ text }) => readFraction(text)));
  const rows = once(() => valuesInOrder(odds, values()).map(rowMaker(odds, whole)));
  return keep(odds, whole, shownApart(odds.outcomes).map(shareIn(whole)), once(() => !values().includes(null)), rows);
}

function keep(odds: Odds, whole: Whole, shares: readonly (readonly [string, Share])[], numeric: () => boolean, rows: () => readonly Row[]): Listed {
  const map = new Map(shares);
  const listed = { whole, shares: map, numeric, rows, nears: once(() => nearsOf([...map.values()])), ends: once(() => endsOf(rows())) };
  KNOWN.set(odds, listed);
  return listed;
}

/** So many outcomes take long to look at. */
const MANY = 1_000;

/** Finds out in slices what drawings want of a long answer, so that drawing itself is short. */
export async function prepare(odds: Odds, pause = breath): Promise<void> {
  if (odds.outcomes.length <= MANY) return;
  const whole = new Whole(odds.denominator);
  const shares = await inSlices(shownApart(odds.outcomes), shareIn(whole), pause);
  const values = await inSlices(odds.outcomes, ({ text }) => readFraction(text), pause);
  const numeric = !values.includes(null);
  await pause();
  const rows = numeric ? await inSlices(valuesInOrder(odds, values), rowMaker(odds, whole), pause) : [];
  await pause();
  const { nears } = keep(odds, whole, shares, () => numeric, () => rows);
  if (!numeric) nears();
}

const shareIn = (whole: Whole) => ({ text, weight }: OutcomeOdds): readonly [string, Share] => [text, new Share(weight, whole)];

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

interface Valued {
  readonly outcome: OutcomeOdds;
  readonly value: Fraction;
}

function valuesInOrder({ outcomes }: Odds, values: readonly (Fraction | null)[]): readonly Valued[] {
  return inOrder(outcomes.map((outcome, index) => ({ outcome, value: values[index] as Fraction })));
}

/** Makes rows of outcomes in their order, with their cumulative weights: the engine's where it gives them. */
function rowMaker({ outcomes }: Odds, whole: Whole): (from: Valued) => Row {
  const sum = outcomes.some(({ at_most, at_least }) => at_most === undefined || at_least === undefined);
  let below = 0n;
  const share = (text: string) => new Share(text, whole);
  return ({ outcome: { text, weight, at_most, at_least }, value }) => {
    const least = at_least ?? String(whole.number - below);
    if (sum) below += BigInt(weight);
    const near = value.under === 1n ? Number(value.over) : NaN;
    return { text, value, near, weight: share(weight), most: share(at_most ?? String(below)), least: share(least) };
  };
}

interface Ends {
  unknown(slot: Slot): boolean;
}

/** What lies beyond the first and the last listed outcome: nothing, or a tail that is not listed one by one. */
function endsOf(rows: readonly Row[]): Ends {
  const [first, last] = [rows[0], rows.at(-1)];
  const below = first !== undefined && compare(first.most, first.weight) > 0;
  const above = last !== undefined && compare(last.least, last.weight) > 0;
  return {
    unknown({ value }) {
      if (value === null || first === undefined || last === undefined) return false;
      return (below && compare(value, first.value) < 0) || (above && compare(value, last.value) > 0);
    },
  };
}

/** The place of the first row that is no less than a value. */
function placeOf(rows: readonly Row[], value: Fraction): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(rows[middle]!.value, value) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function cumulative({ whole, rows: ordered, ends }: Listed, slots: readonly Slot[], mode: Mode): Chances {
  const rows = ordered();
  const [none, all] = [new Share("0", whole), new Share(whole.digits, whole)];
  let next = slots[0] === undefined ? 0 : placeOf(rows, slots[0].value as Fraction);
  return slots.map((slot) => {
    const value = slot.value as Fraction;
    while (next < rows.length && compare((rows[next] as Row).value, value) < 0) next += 1;
    if (ends().unknown(slot)) return null;
    const here = rows[next];
    if (mode === "at least") return here?.least ?? none;
    if (here === undefined) return all;
    if (compare(here.value, value) === 0) return here.most;
    return rows[next - 1]?.most ?? new Share(String(here.most.over - here.weight.over), whole);
  });
}

/** More than a drawing has room for. */
const DRAWN_MOST = 2_000;

/** What is drawn of very many outcomes: one in so many, and those that have to be there. */
export function thinned(slots: readonly Slot[], needed: string | undefined): { readonly every: number; readonly slots: readonly Slot[] } {
  const every = Math.ceil(slots.length / DRAWN_MOST);
  if (every === 1) return { every, slots };
  return { every, slots: slots.filter(({ text }, index) => index % every === 0 || index === slots.length - 1 || text === needed) };
}

const FEW = 40;

/** What may be left out at each end of a long row, in every series. */
const LEFT_OUT = 1 / 20_000;

/** The part of a long row worth drawing: all of it, unless a fifth or more holds at most 0.01 % of any series. */
export function drawnRange(series: readonly Series[], slots: readonly Slot[]): [from: number, to: number] {
  const last = slots.length - 1;
  if (slots.length <= FEW || !isOrdered(slots)) return [0, last];
  const below = series.map(({ odds }) => chancesOf(odds, slots, "at most"));
  const above = series.map(({ odds }) => chancesOf(odds, slots, "at least"));
  const slight = (rows: readonly Chances[], index: number) =>
    rows.every((row) => row[index] == null || ratio(row[index]) <= LEFT_OUT);
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

/** Chances as floats, as they are listed and in order. */
interface Nears {
  readonly near: Float64Array;
  readonly sorted: Float64Array;
}

function nearsOf(chances: Chances): Nears {
  const near = Float64Array.from(chances, (chance) => (chance === null ? 0 : ratio(chance)));
  return { near, sorted: near.slice().sort() };
}

/** The places of the heaviest, at most so many, in the order in which they are listed. */
export function heaviest(chances: Chances, most: number, nears = () => nearsOf(chances)): readonly number[] {
  const places = chances.map((_, index) => index);
  if (places.length <= most) return places;
  const { near, sorted } = nears();
  const least = sorted[sorted.length - most]!;
  let alike = most - (sorted.length - 1 - sorted.lastIndexOf(least));
  return places.filter((place) => near[place]! > least || (near[place] === least && alike-- > 0));
}

/** The outcomes of the greatest chance, at most so many. */
export function likeliestTexts(odds: Odds, most: number): readonly string[] {
  const { shares, nears } = listOf(odds);
  const texts = [...shares.keys()];
  return heaviest([...shares.values()], most, nears).map((place) => texts[place]!);
}
