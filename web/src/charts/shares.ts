/** An answer to `sweep` about words: the chance of each of them at each place. */
import type { Answers, Shares } from "../contract";
import { spaced } from "../words";
import { coordinateOf, coordinateText, type Axis, type Namer } from "./grid";

export interface Stacks {
  readonly axis: Axis;
  /** in their natural order, from worst to best */
  readonly categories: readonly string[];
  /** for each category its exact chance at each value of the axis; nothing where there is no answer */
  readonly shares: readonly (readonly string[])[];
}

export function isShares(answer: Answers["sweep"]): answer is Shares {
  return "words" in answer;
}

export function wordsOf({ axes, words }: Shares): readonly string[] {
  return (axes[words] ?? []).map(wordText);
}

export const wordText = (word: unknown): string => coordinateText(coordinateOf(word));

/** More words than these are not told apart, more stacks are too thin. */
export const MOST_WORDS = 8;
export const MOST_STACKS = 60;

export function canStack({ axes, words }: Shares): boolean {
  const places = Object.entries(axes).filter(([name]) => name !== words);
  return places.length === 1 && (places[0]?.[1].length ?? 0) <= MOST_STACKS && (axes[words]?.length ?? 0) <= MOST_WORDS;
}

/** Shares along one parameter as columns of one stack each. */
export function stacksOf(shares: Shares, named: Namer = (_, value) => coordinateOf(value)): Stacks {
  const [name = "", values = []] = Object.entries(shares.axes).find(([axis]) => axis !== shares.words) ?? [];
  const keyOf = (value: unknown, word: unknown) => JSON.stringify([value, word]);
  const found = new Map(shares.values.map(({ at, exact }) => [keyOf(at[name], at[shares.words]), exact ?? "0"]));
  return {
    axis: { name: spaced(name), values: values.map((value) => named(name, value)) },
    categories: wordsOf(shares),
    shares: (shares.axes[shares.words] ?? []).map((word) => values.map((value) => found.get(keyOf(value, word)) ?? "0")),
  };
}

/** The chance of one word alone, as any other grid. */
export function ofWord({ words, axes, values, ...rest }: Shares, word: string) {
  const without = <Each>(record: { readonly [name: string]: Each }) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== words));
  return {
    ...rest,
    axes: without(axes),
    values: values.filter(({ at }) => wordText(at[words]) === word).map(({ at, ...value }) => ({ ...value, at: without(at) })),
  };
}
