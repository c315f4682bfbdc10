/** The part of a roll's record that is drawn. */

/** JSON data of a number: large integers and fractions come as objects. */
export type Face = number | string | { integer: string } | { numerator: Face; denominator: Face };

export interface Change {
  did: string;
  by: string;
  from: Face;
  to: Face;
}

export interface RolledDie {
  die: string;
  face: Face;
  value: Face;
  kept: boolean;
  history: readonly Change[];
}

export interface RolledGroup {
  group: string;
  /** whose dice they are, or what they are for */
  labels: readonly string[];
  total: Face;
  dice: readonly RolledDie[];
}

export type Critical = "high" | "low";

/** A die that is marked, or a d20 that shows its highest or lowest face: what players cheer or groan at. */
export function natural(die: RolledDie): Critical | undefined {
  if (die.kept && did(die, "critical")) return "high";
  if (die.kept && did(die, "fumble")) return "low";
  if (die.die !== "d20" || !die.kept) return undefined;
  const shown = shownFace(die);
  if (shown === 20) return "high";
  return shown === 1 ? "low" : undefined;
}

/** What the die itself shows: a counted die keeps its face, a re-rolled one its last. */
export function shownFace(die: RolledDie): Face {
  const counted = die.history.find((change) => change.did === "counted");
  return counted === undefined ? die.value : counted.from;
}

export function did(die: RolledDie, what: string): boolean {
  return die.history.some((change) => change.did === what);
}

/** Counted, and worth nothing. */
export function countedOut(die: RolledDie): boolean {
  return did(die, "counted") && die.value === 0;
}
