/** What is kept in this browser, and the form each part must have. */
import { isTheme, type Theme } from "../theme/theme";
import { isObject, listOf, namesOf, text, type Check } from "./checks";

export const KEPT_VERSION = 1;

/** A roll that was made here: enough to show it, tell it and make it again. */
export interface PastRoll {
  /** milliseconds since 1970 */
  readonly at: number;
  readonly expression: string;
  readonly values: Values;
  readonly outcome: string;
  /** the whole line: `4d6kh3 → (6, 5, 4, ~2~) = 15` */
  readonly text: string;
}

export interface SavedRoll {
  readonly name: string;
  readonly expression: string;
}

/** Values for `@names`, as typed. */
export type Values = Readonly<Record<string, string>>;

export interface KeptSheet {
  readonly name: string;
  readonly toml: string;
  /** the games at whose tables whoever it is about sits now */
  readonly playing: readonly string[];
}

export interface Shapes {
  readonly history: readonly PastRoll[];
  readonly saved: readonly SavedRoll[];
  readonly values: Values;
  readonly sheets: readonly KeptSheet[];
  readonly theme: Theme;
  /** whose notation is typed; empty for ours */
  readonly dialect: string;
}

export type Section = keyof Shapes;

export const MOST_ROLLS = 200;
const MOST_SAVED = 200;
const MOST_SHEETS = 50;
const MOST_GAMES = 100;

const expression = text(5_000);
const line = text(20_000);
const toml = text(200_000);

/** The form of a value's name in the notation. */
const NAME = /^[^\W\d]\w{0,60}$/u;
/** The name of a program whose notation can be typed. */
const DIALECT = /^[a-z][a-z0-9-]{0,40}$/;
/** A whole number, a fraction or a decimal, as the engine reads it. */
const NUMBER = /^[+-]?\d{1,30}(?:\/0*[1-9]\d{0,29}|\.\d{1,30})?$/;

export const isValueName = (name: string): boolean => NAME.test(name);
export const isDialect = (name: string): boolean => DIALECT.test(name);
export const isNumberText = (typed: string): boolean => NUMBER.test(typed);

const valueName: Check<string> = (data) => (typeof data === "string" && isValueName(data) ? data : null);
const numberText: Check<string> = (data) => (typeof data === "string" && isNumberText(data) ? data : null);
const values: Check<Values> = namesOf(valueName, numberText);

const label: Check<string> = (data) => {
  const named = text(80)(data)?.trim() ?? "";
  return named === "" ? null : named;
};

const pastRoll: Check<PastRoll> = (data) => {
  if (!isObject(data) || !Number.isSafeInteger(data["at"])) return null;
  const [typed, told, outcome] = [expression(data["expression"]), line(data["text"]), line(data["outcome"])];
  if (typed === null || told === null || outcome === null) return null;
  return { at: data["at"] as number, expression: typed, values: values(data["values"]) ?? {}, outcome, text: told };
};

const savedRoll: Check<SavedRoll> = (data) => {
  if (!isObject(data)) return null;
  const [name, typed] = [label(data["name"]), expression(data["expression"])];
  return name === null || typed === null ? null : { name, expression: typed };
};

const games: Check<readonly string[]> = listOf(label, MOST_GAMES);

const sheet: Check<KeptSheet> = (data) => {
  if (!isObject(data)) return null;
  const [name, written] = [label(data["name"]), toml(data["toml"])];
  return name === null || written === null ? null : { name, toml: written, playing: games(data["playing"]) ?? [] };
};

const dialect: Check<string> = (data) => (typeof data === "string" && (data === "" || isDialect(data)) ? data : null);
const theme: Check<Theme> = (data) => (isTheme(data) ? data : null);

export const CHECKS: { readonly [Name in Section]: Check<Shapes[Name]> } = {
  history: listOf(pastRoll, MOST_ROLLS),
  saved: listOf(savedRoll, MOST_SAVED),
  values,
  sheets: listOf(sheet, MOST_SHEETS),
  theme,
  dialect,
};

export const EMPTY: Shapes = { history: [], saved: [], values: {}, sheets: [], theme: "system", dialect: "" };
