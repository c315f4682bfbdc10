/** What a character can roll with one tap: the rolls saved on its sheet, and its named numbers by the game's own rule. */
import type { Answers, Questions } from "../../contract";

export type Game = Answers["game"];
export type SheetData = Answers["sheet"]["sheet"];
export type Circumstance = NonNullable<SheetData["circumstances"]>[number];

export interface Call {
  readonly name: string;
  readonly rule: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** whether it is saved on the sheet under its name */
  readonly saved: boolean;
}

const NUMBER = /^[+-]?\d{1,6}$/;
const NAMES = ["modifier", "modifiers", "ability", "stat", "target"];
const AID = ["advantages", "disadvantages"] as const;

export function callsOf(sheet: SheetData, game: Game): readonly Call[] {
  const saved = (sheet.rolls ?? []).map(({ name, rule, parameters = {} }): Call => ({ name, rule: rule.includes(".") ? rule : `${game.name}.${rule}`, parameters, saved: true }));
  const by = namedBy(game);
  if (by === null) return saved;
  const named = (sheet.values ?? []).filter(({ value }) => NUMBER.test(value.trim()));
  return [...saved, ...named.map(({ name }): Call => ({ name, rule: by.rule, parameters: { [by.parameter]: name }, saved: false }))];
}

/** The rule that a name from a sheet plays, and its parameter; null if none takes a number. */
export function namedBy({ name, named, rules }: Pick<Game, "name" | "named" | "rules">): { readonly rule: string; readonly parameter: string } | null {
  const [rule, parameter] = named ?? [];
  if (rule !== undefined && parameter !== undefined) return { rule: `${name}.${rule}`, parameter };
  for (const each of rules) {
    const found = each.parameters.find((one) => NAMES.includes(one.name));
    if (found !== undefined) return { rule: each.name, parameter: found.name };
  }
  return null;
}

/** What is toggled for all of a character's rolls. */
export interface Standing {
  /** one more Advantage, or one more Disadvantage */
  readonly aid: (typeof AID)[number] | null;
  /** circumstances of the sheet that are taken the other way than it says */
  readonly turned: ReadonlySet<string>;
}

export const AS_WRITTEN: Standing = { aid: null, turned: new Set() };

export function takesAid(game: Game): boolean {
  return game.rules.some(({ parameters }) => parameters.some(({ name }) => name === "advantages"));
}

/** Whether a circumstance holds: from the beginning, unless it was turned. */
export function holds({ name, begins_when: begins }: Circumstance, { turned }: Standing): boolean {
  return ((begins ?? "") === "") !== turned.has(name);
}

/** The sheet with the circumstances that hold alone. */
export function withStanding(sheet: SheetData, standing: Standing): SheetData {
  const circumstances = (sheet.circumstances ?? []).filter((each) => holds(each, standing)).map((each) => ({ ...each, begins_when: "" }));
  return { ...sheet, circumstances };
}

/** A call as a question, with what is toggled. */
export function subjectOf(call: Call, game: Game, toml: string, { aid }: Standing): Questions["odds"] {
  const rule = game.rules.find(({ name }) => name === call.rule);
  const known = aid !== null && rule?.parameters.some(({ name }) => name === aid) === true;
  const before = aid === null ? 0 : Number(call.parameters[aid] ?? 0);
  const parameters = known ? { ...call.parameters, [aid]: (Number.isInteger(before) ? before : 0) + 1 } : call.parameters;
  return { rule: call.rule, parameters, sheets: [toml], ...(call.saved ? { saved: call.name } : {}) };
}

/** The sheet after a roll: what has ended in it is gone, whatever else was toggled stays as it is written. */
export function afterRoll(sheet: SheetData, used: SheetData, after: SheetData): SheetData {
  const left = new Set((after.circumstances ?? []).map(({ name }) => name));
  const ended = new Set((used.circumstances ?? []).map(({ name }) => name).filter((name) => !left.has(name)));
  return { ...sheet, circumstances: (sheet.circumstances ?? []).filter(({ name }) => !ended.has(name)) };
}
