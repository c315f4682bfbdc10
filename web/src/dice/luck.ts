/** How lucky a roll was against its odds, in words. Words and shares are the engine's. */
import { exactly, type Fraction } from "../charts/exact";
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

/** A sentence about a roll's luck, from the engine's words; null if there was only one way for it to end. */
export function luckWords({ words }: Luck): string | null {
  return words === "" ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

function shareOf(share: Luck["above"]): Fraction | null {
  return share === null ? null : exactly(share.exact);
}
