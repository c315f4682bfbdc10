/** The parameters of a rule, as the engine describes them: all that a form is made from. */
import type { Parameter as Described } from "../../../contract";
import { capital, spaced } from "../../../words";

export interface Parameter {
  readonly name: string;
  /** "integer", "choice", "truth", "notation", "list", "text", or one that this page has not met yet */
  readonly type: string;
  readonly help: string;
  readonly required: boolean;
  /** it may be left open */
  readonly optional: boolean;
  /** it may be hidden from the players */
  readonly hideable: boolean;
  /** what it is if nobody says; JSON data */
  readonly default: unknown;
  readonly least: number | null;
  readonly most: number | null;
  /** names for numbers, such as those of difficulties */
  readonly names: readonly (readonly [string, number])[];
  readonly choices: readonly string[];
  /** what a text must look like */
  readonly format: string;
  /** what a list holds */
  readonly items: Parameter | null;
  readonly longest: number;
}

const LONGEST_LIST = 100;

export function readParameter(described: Partial<Described>): Parameter {
  const { names = {}, items } = described;
  // A truth that may be left open has three states.
  const open = described.type === "truth" && described.optional === true;
  return {
    name: described.name ?? "",
    type: open ? "choice" : (described.type ?? ""),
    help: described.help ?? "",
    required: described.required ?? false,
    optional: described.optional ?? false,
    hideable: described.hideable ?? false,
    default: described.default ?? null,
    least: described.least ?? null,
    most: described.most ?? null,
    names: Object.entries(names),
    choices: open ? ["true", "false"] : (described.choices ?? []),
    format: described.format ?? "",
    items: items === undefined ? null : readParameter(items),
    longest: described.longest ?? LONGEST_LIST,
  };
}

/** `opponent_advantages` as a label: Opponent advantages. */
export function labelOf(name: string): string {
  const words = spaced(name);
  return words.length <= 2 ? words.toUpperCase() : capital(words);
}

const FEW = 5;

/** Those that are seen at once: what is needed, what may be hidden, and the first few others. */
export function folded(parameters: readonly Parameter[]): [seen: readonly Parameter[], more: readonly Parameter[]] {
  const ordered = [...parameters.filter((each) => each.required), ...parameters.filter((each) => !each.required)];
  if (ordered.length <= FEW + 1) return [ordered, []];
  const seen = ordered.filter((each, index) => each.required || each.hideable || index < FEW);
  return [seen, ordered.filter((each) => !seen.includes(each))];
}
