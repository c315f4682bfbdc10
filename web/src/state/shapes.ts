/** What is kept in this browser, and the form each part must have. */
import type { Paused, Secret } from "../contract";
import { isTheme, type Theme } from "../theme/theme";
import { isObject, listOf, namesOf, text, type Check } from "./checks";

export const KEPT_VERSION = 1;

/** A roll that was made here: enough to show it, tell it and make it again. */
export interface PastRoll {
  /** milliseconds since 1970 */
  readonly at: number;
  /** empty for a rule that a character rolled */
  readonly expression: string;
  readonly values: Values;
  readonly outcome: string;
  /** the whole line: `4d6kh3 → (6, 5, 4, ~2~) = 15` */
  readonly text: string;
  /** the character and its roll: `Ann: Stealth` */
  readonly by?: string;
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

/** A roll that was begun and waits: for a decision, or for its next round. */
export interface WaitingRoll {
  readonly id: string;
  /** as somebody calls it; empty for what it is */
  readonly name: string;
  /** the rule that is rolled; empty for dice */
  readonly rule: string;
  /** the dice, as typed; empty for a rule */
  readonly typed: string;
  /** what the engine told, with the token to go on with */
  readonly answer: Paused;
  readonly secret: Secret | null;
}

export interface Shapes {
  readonly history: readonly PastRoll[];
  readonly saved: readonly SavedRoll[];
  readonly values: Values;
  readonly sheets: readonly KeptSheet[];
  readonly waiting: readonly WaitingRoll[];
  readonly theme: Theme;
  /** whose notation is typed; empty for ours */
  readonly dialect: string;
}

export type Section = keyof Shapes;

export const MOST_ROLLS = 200;
const MOST_SAVED = 200;
const MOST_SHEETS = 50;
const MOST_GAMES = 100;
export const MOST_WAITING = 20;
const LONGEST_TOKEN = 200_000;

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
  const by = line(data["by"]);
  return { at: data["at"] as number, expression: typed, values: values(data["values"]) ?? {}, outcome, text: told, ...(by === null ? {} : { by }) };
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

const id: Check<string> = (data) => (typeof data === "string" && /^[\w-]{1,60}$/.test(data) ? data : null);
const ruleName: Check<string> = (data) => (typeof data === "string" && /^(?:[a-z]\w{0,60}\.[a-z]\w{0,60})?$/.test(data) ? data : null);

/** The token is checked by the engine, as every token is; here it is only seen to be one. */
const paused: Check<Paused> = (data) => {
  if (!isObject(data) || !isObject(data["paused"]) || !isObject(data["token"])) return null;
  const { waits_for, options, steps, groups } = data["paused"];
  const whole = typeof waits_for === "string" && [options, steps, groups].every(Array.isArray);
  return whole && JSON.stringify(data).length <= LONGEST_TOKEN ? (data as unknown as Paused) : null;
};

const secret: Check<Secret> = (data) => (isObject(data) && typeof data["salt"] === "string" ? (data as unknown as Secret) : null);

const waitingRoll: Check<WaitingRoll> = (data) => {
  if (!isObject(data)) return null;
  const [own, rule, typed, answer] = [id(data["id"]), ruleName(data["rule"]), expression(data["typed"]), paused(data["answer"])];
  if (own === null || rule === null || typed === null || answer === null) return null;
  return { id: own, name: label(data["name"]) ?? "", rule, typed, answer, secret: secret(data["secret"]) };
};

const dialect: Check<string> = (data) => (typeof data === "string" && (data === "" || isDialect(data)) ? data : null);
const theme: Check<Theme> = (data) => (isTheme(data) ? data : null);

export const CHECKS: { readonly [Name in Section]: Check<Shapes[Name]> } = {
  history: listOf(pastRoll, MOST_ROLLS),
  saved: listOf(savedRoll, MOST_SAVED),
  values,
  sheets: listOf(sheet, MOST_SHEETS),
  waiting: listOf(waitingRoll, MOST_WAITING),
  theme,
  dialect,
};

export const EMPTY: Shapes = { history: [], saved: [], values: {}, sheets: [], waiting: [], theme: "system", dialect: "" };
