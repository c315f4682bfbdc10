/** A filled-in form: what was typed for each parameter, and what of it goes to the engine. */
import type { Problem } from "../../../contract";
import { capital, spaced } from "../../../words";
import type { Parameter } from "./parameters";

/** As it stands in its field: a text, a list of texts, or yes and no. */
export type Typed = string | readonly string[] | boolean;
export type Form = Readonly<Record<string, Typed>>;

/** JSON data as it would be typed. */
export function typedOf(parameter: Parameter, data: unknown): Typed {
  if (parameter.type === "truth") return data === true || data === "true" || data === "yes";
  if (parameter.type === "list") {
    if (Array.isArray(data)) return data.map(String);
    return data === null || data === undefined || data === "" ? [] : [String(data)];
  }
  if (Array.isArray(data)) return data.map(String).join(", ");
  return data === null || data === undefined ? "" : String(data);
}

export function untouched(parameter: Parameter): Typed {
  return typedOf(parameter, parameter.default);
}

export function valueIn(form: Form, parameter: Parameter): Typed {
  return form[parameter.name] ?? untouched(parameter);
}

export function isUntouched(form: Form, parameter: Parameter): boolean {
  return sameTyped(valueIn(form, parameter), untouched(parameter));
}

function sameTyped(one: Typed, other: Typed): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The parameters of a question: whatever differs from the default.
 *
 * A field that is empty asks for the default, or leaves open what may be left open. What is hidden is left open too,
 * unless the game master asks.
 */
export function given(
  parameters: readonly Parameter[],
  form: Form,
  hidden: ReadonlySet<string> = new Set(),
): Readonly<Record<string, unknown>> {
  const pairs = parameters.flatMap((parameter): [string, unknown][] => {
    if (hidden.has(parameter.name)) return [[parameter.name, null]];
    const typed = valueIn(form, parameter);
    if (sameTyped(typed, untouched(parameter))) return [];
    return isEmpty(typed) ? emptied(parameter) : [[parameter.name, dataOf(parameter, typed)]];
  });
  return Object.fromEntries(pairs);
}

function isEmpty(typed: Typed): boolean {
  if (typeof typed === "boolean") return false;
  return typeof typed === "string" ? typed.trim() === "" : typed.every((each) => each.trim() === "");
}

function emptied({ name, type, optional, default: standing }: Parameter): [string, unknown][] {
  if (optional && standing !== null) return [[name, null]];
  return type === "list" && Array.isArray(standing) && standing.length > 0 ? [[name, []]] : [];
}

const WHOLE = /^[+-]?\d{1,15}$/;

function dataOf(parameter: Parameter, typed: Typed): unknown {
  if (typeof typed === "boolean") return typed;
  if (typeof typed === "string") return plain(parameter, typed);
  const item = parameter.items ?? parameter;
  return typed.filter((each) => each.trim() !== "").map((each) => plain(item, each));
}

/** A whole number as one; whatever else is typed goes as typed: names of difficulties, of values on a sheet. */
function plain({ type }: Parameter, typed: string): string | number {
  const text = typed.trim().replace(/^−/, "-");
  return type.startsWith("integer") && WHOLE.test(text) ? Number(text) : typed.trim();
}

/** The number that a field stands for, if it is known here: typed, or the name of one. */
export function numberIn(parameter: Parameter, typed: string): number | null {
  const text = typed.trim().replace(/^−/, "-");
  if (WHOLE.test(text)) return Number(text);
  const named = parameter.names.find(([name]) => name.toLowerCase() === text.toLowerCase());
  return named === undefined ? null : named[1];
}

/** The parameter that a problem is about, and what is wrong with it, without the rule's name before it. */
export interface PlacedProblem {
  readonly name: string;
  /** in words that stand under the field */
  readonly problem: Problem;
  /** in words that stand elsewhere */
  readonly whole: Problem;
}

export function problemAt(
  problem: Problem | null,
  rule: string,
  parameters: readonly Parameter[],
  form: Form,
): PlacedProblem | null {
  if (problem === null) return null;
  const start = `${rule}: `;
  if (problem.message.startsWith(start)) {
    const message = problem.message.slice(start.length);
    const named = /^[A-Za-z_]\w*/.exec(message)?.[0];
    if (named !== undefined && parameters.some(({ name }) => name === named)) {
      return { name: named, problem: { ...problem, message: spoken(message) }, whole: { ...problem, message: spaced(message) } };
    }
  }
  const typed = parameters.find((each) => problem.text !== null && valueIn(form, each) === problem.text);
  if (typed === undefined) return null;
  return { name: typed.name, problem, whole: { ...problem, message: `${spaced(typed.name)}: ${problem.message}` } };
}

/** `target must be …` under its own field: Must be …. */
function spoken(message: string): string {
  const rest = message.replace(/^\w+(?:\[(\d+)\])?:?\s*/, (_, place?: string) => (place === undefined ? "" : `entry ${Number(place) + 1} `));
  return capital(rest);
}
