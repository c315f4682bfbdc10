/** What a die looks like, told from its name in a record. */

import type { Face } from "./record";

export type Kind = "d4" | "d6" | "d8" | "d10" | "d12" | "d20" | "percent" | "fate" | "coin" | "other" | "group";

const BY_SIDES: Record<number, Kind> = {
  2: "coin",
  4: "d4",
  6: "d6",
  8: "d8",
  10: "d10",
  12: "d12",
  20: "d20",
  100: "percent",
};

const BY_NAME: Record<string, Kind> = {
  "d%": "percent",
  "d{0..99}": "percent",
  "d{0..9}": "d10",
  dF: "fate",
  coin: "coin",
};

export function kindOf(name: string): Kind {
  const known = BY_NAME[name];
  if (known !== undefined) return known;
  const sides = /^d(\d+)(?:ish)?$/.exec(name);
  if (sides !== null) return BY_SIDES[Number(sides[1])] ?? "other";
  return name.startsWith("d") ? "other" : "group";
}

/** `d{0..99}` is read as a d100 by everybody. */
export function readable(name: string): string {
  return name.replace("d{0..99}", "d100").replace("d{0..9}", "d10");
}

/** The two ten-sided dice that show a number from 0 or 1 to 100: 07 is `00` and `7`, 100 is `00` and `0`. */
export function percentFaces(value: number): [tens: string, units: string] {
  const shown = ((value % 100) + 100) % 100;
  return [`${Math.floor(shown / 10)}0`, `${shown % 10}`];
}

const MINUS = "\u2212";

/** A number as it is printed, with a true minus sign. */
export function figure(value: Face): string {
  if (typeof value !== "object") return String(value).replace(/^-/, MINUS);
  return "integer" in value ? figure(value.integer) : `${figure(value.numerator)}/${figure(value.denominator)}`;
}
