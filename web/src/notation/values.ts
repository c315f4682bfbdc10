/** Values for `@names`: as typed, and as the engine wants them. */
import { isNumberText, type Values } from "../state/shapes";

export type Numbers = { readonly [name: string]: number | { readonly numerator: number; readonly denominator: number } };

/** Until somebody says otherwise; it is shown in the field. */
export const UNSET = "0";

/** A value as it is typed. A name may be anything, such as `constructor`, so only own ones count. */
export function typedValue(values: Values, name: string): string {
  return (Object.hasOwn(values, name) ? values[name] : undefined) ?? UNSET;
}

/** The values of these names; those that are no numbers are left out, so that the engine asks for them. */
export function numbersOf(names: readonly string[], values: Values): Numbers {
  const pairs = names.map((name) => [name, numberOf(typedValue(values, name))] as const);
  return Object.fromEntries(pairs.filter(([, number]) => number !== null)) as Numbers;
}

export function numberOf(typed: string): Numbers[string] | null {
  const text = typed.trim().replace("−", "-");
  if (!isNumberText(text)) return null;
  const [whole = "", under] = text.split("/");
  const [before = "", decimals = ""] = whole.split(".");
  const numerator = Number(before + decimals);
  const denominator = under === undefined ? 10 ** decimals.length : Number(under);
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator)) return null;
  return denominator === 1 ? numerator : { numerator, denominator };
}
