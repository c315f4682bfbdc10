/** The parameters of a rule, as the engine describes them: all that a form is made from. */
import { isObject } from "../../../state/checks";
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
  readonly shortest: number;
  readonly longest: number;
}

const LONGEST_LIST = 100;

export function readParameter(data: unknown): Parameter {
  const given = isObject(data) ? data : {};
  const { names, choices, items } = given;
  return {
    name: textOf(given["name"]),
    type: textOf(given["type"]),
    help: textOf(given["help"]),
    required: given["required"] === true,
    optional: given["optional"] === true,
    hideable: given["hideable"] === true,
    default: given["default"] ?? null,
    least: numberOf(given["least"]),
    most: numberOf(given["most"]),
    names: isObject(names) ? Object.entries(names).filter((pair): pair is [string, number] => typeof pair[1] === "number") : [],
    choices: Array.isArray(choices) ? choices.map(String) : [],
    format: textOf(given["format"]),
    items: isObject(items) ? readParameter(items) : null,
    shortest: numberOf(given["shortest"]) ?? 0,
    longest: numberOf(given["longest"]) ?? LONGEST_LIST,
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

function textOf(data: unknown): string {
  return typeof data === "string" ? data : "";
}

function numberOf(data: unknown): number | null {
  return typeof data === "number" ? data : null;
}
