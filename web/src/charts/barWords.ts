/** The outcomes of bars in words: said aloud, and as a table. */

import { chancesOf, type Mode, type Series, type Slot } from "./distribution";
import { cellFraction, percentText, type Fraction } from "./exact";
import { chanceWords, type Numbers } from "./frame";

export function shown(slot: Slot | undefined): string {
  return slot === undefined ? "" : slot.text.replace(/^-/, "−");
}

/** `7`, or `at least 7`. */
export function outcomeWords(mode: Mode, slot: Slot | undefined): string {
  return mode === "exactly" ? shown(slot) : `${mode} ${shown(slot)}`;
}

export function spokenOutcome(slot: Slot | undefined, series: readonly Series[], chances: readonly (Fraction | null)[], mode: Mode): string {
  const each = series.map(({ name }, row) => {
    const words = chanceWords(chances[row] ?? null);
    return series.length > 1 ? `${name} ${words}` : words;
  });
  return `${outcomeWords(mode, slot)}: ${each.join("; ")}`;
}

export function numbersOf(series: readonly Series[], slots: readonly Slot[], mode: Mode): Numbers {
  const chances = series.map(({ odds }) => chancesOf(odds, slots, mode));
  const cells = (chance: Fraction | null) => (chance === null ? ["not listed", ""] : [percentText(chance), cellFraction(chance)]);
  return {
    head: [mode === "exactly" ? "outcome" : mode, ...series.flatMap(({ name }) => [name, `${name}, exact`])],
    count: slots.length,
    row: (index) => [shown(slots[index]), ...chances.flatMap((row) => cells(row[index] ?? null))],
  };
}

const NAMED = 3;

/** `most likely 10 and 11`; of many that are equal, how many there are. */
export function likeliestWords(texts: readonly string[], count: number): string {
  if (texts.length === count && count > 1) return "all alike, each";
  if (texts.length > NAMED) return `${texts.length} most likely, each`;
  const last = texts.at(-1) ?? "";
  if (texts.length <= 1) return `most likely ${last}`;
  return `most likely ${texts.slice(0, -1).join(", ")} and ${last}, each`;
}
