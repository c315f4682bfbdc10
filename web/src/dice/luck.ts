/** How lucky a roll was against its odds, in words. The shares are the engine's. */
import { exactly, ONE, compare, percentText, ZERO, type Fraction } from "../charts/exact";
import type { Rolled } from "../contract";

export type Luck = NonNullable<Rolled["luck"]>;

export interface Shares {
  readonly below: Fraction | null;
  readonly equal: Fraction;
  readonly above: Fraction | null;
}

export function sharesOf({ below, equal, above }: Luck): Shares {
  return { below: shareOf(below), equal: exactly(equal.exact), above: shareOf(above) };
}

/** A sentence about a roll's luck; null if there was only one way for it to end. */
export function luckWords(luck: Luck): string | null {
  const { below, equal, above } = sharesOf(luck);
  if (compare(equal, ONE) >= 0) return null;
  if (below === null || above === null) return `${share(equal)} of rolls end like this.`;
  if (compare(above, ZERO) === 0) return `As high as it goes: ${percentText(equal, 1)} of rolls do this.`;
  if (compare(below, ZERO) === 0) return `As low as it goes: ${percentText(equal, 1)} of rolls do this.`;
  return compare(above, below) <= 0 ? told(above, "higher") : told(below, "lower");
}

/** A share as a sentence begins with it: what rounds to all or nothing is said in words. */
function share(of: Fraction): string {
  return percentText(of, 1).replace(/^> /, "More than ").replace(/^< /, "Less than ");
}

const RARE: Fraction = { over: 1n, under: 10n };

function told(of: Fraction, side: string): string {
  return compare(of, RARE) < 0
    ? `Only ${percentText(of, 1)} of rolls are ${side}.`
    : `${share(of)} of rolls are ${side}.`;
}

function shareOf(share: Luck["above"]): Fraction | null {
  return share === null ? null : exactly(share.exact);
}
