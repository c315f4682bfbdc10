/** Several odds arranged as stacks: nothing is worked out here, only put in its place. */
import { compare, fraction, fractionText, readFraction, type Fraction } from "../../charts/exact";
import type { Odds } from "../../contract";

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
