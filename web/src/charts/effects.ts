/** An answer to `matters` in words: what a step of each parameter is worth. */
import type { Answers } from "../contract";
import { decimalText, exactly, type Fraction } from "./exact";
import { coordinateText, isChance, type Namer } from "./grid";

export type Effect = Answers["matters"]["effects"][number];

/** `+4.1`: percentage points of a chance, or so much more of a mean; what is not nothing is not rounded to it. */
export function differenceText(difference: Fraction, chance: boolean): string {
  const { over, under } = chance ? { over: difference.over * 100n, under: difference.under } : difference;
  const size = { over: over < 0n ? -over : over, under };
  const text = decimalText(size, chance ? 1 : 2);
  const least = chance ? "0.1" : "0.01";
  const sign = over < 0n ? "−" : over > 0n ? "+" : "";
  return over !== 0n && /^[0.]*$/.test(text) ? `${sign}< ${least}` : `${sign}${text}`;
}

/** What is changed: `Stat +5`, `Tier +1 (Hard)`, `Reroll: always`. */
export function changeText({ parameter, change, to }: Effect, called: (parameter: string) => string, named: Namer): string {
  const name = called(parameter);
  if (!/^[+-]/.test(change)) return `${name}: ${change}`;
  const value = coordinateText(named(parameter, to));
  return `${name} ${change.replace("-", "−")}${/^[+−]?\d/.test(value) ? "" : ` (${value})`}`;
}

/** `is worth 4.1 points`, `costs 4.1 points`, `adds 1.00 to the mean`. */
export function worthText({ difference }: Effect, kind: string): string {
  const size = exactly(difference.exact);
  const text = differenceText(size, isChance(kind)).replace(/^[+−]/, "");
  if (isChance(kind)) return `${size.over < 0n ? "costs" : "is worth"} ${text} ${text === "1.0" ? "point" : "points"}`;
  return size.over < 0n ? `takes ${text} off the mean` : `adds ${text} to the mean`;
}
