/** What the view is about: everything that a link to it holds. */
import type { Target } from "../../charts/Bars";
import type { Mode } from "../../charts/distribution";
import { OURS } from "../../notation/dialects";
import type { Values } from "../../state/shapes";
import { distinct, ruleTitle, spaced, truthText } from "../../words";

/** Dice in notation, or a rule with its parameters. */
export type Entry = DiceEntry | RuleEntry;

interface Described {
  /** keeps entries apart while they are edited; it means nothing else */
  readonly id: string;
  /** as somebody calls it; empty if by its dice */
  readonly name: string;
  /** what choices are made for; empty for the best outcome */
  readonly aim: string;
}

export interface DiceEntry extends Described {
  readonly kind: "dice";
  readonly text: string;
  /** whose notation it is; empty for ours */
  readonly dialect: string;
}

export interface RuleEntry extends Described {
  readonly kind: "rule";
  readonly rule: string;
  /** as typed */
  readonly parameters: Values;
  /** the field of the outcome to look at; empty for all of it */
  readonly of: string;
}

export type Drawing = "lines" | "heat" | "stacked";

/** An axis by its name, and its values as typed; empty for those that suggest themselves. */
export interface Along {
  readonly name: string;
  readonly range: string;
}

/** The second figure: what becomes of one entry as a value changes. */
export interface Course {
  /** which entry, counted from 0 */
  readonly entry: number;
  /** one axis or two; none for those that suggest themselves */
  readonly along: readonly Along[];
  /** the mean, the target's chance, or `=` and an outcome; empty for whatever suggests itself */
  readonly measure: string;
  readonly drawing: Drawing | "";
  readonly find: Find;
}

/** “Which DC gives 65 %?” */
export interface Find {
  readonly side: "at least" | "at most";
  readonly goal: string;
  /** the end of all values that are enough; empty for the one that the engine finds worth knowing */
  readonly end: "greatest" | "least" | "";
}

export interface State {
  readonly entries: readonly Entry[];
  readonly values: Values;
  readonly mode: Mode;
  readonly target: Target | null;
  readonly course: Course;
}

/** The sides of a target, by the sign for each. */
export const SIDES = { ">=": "at least", "<=": "at most", "=": "exactly" } as const;
export type Sign = keyof typeof SIDES;
export const SIGNS: Readonly<Record<Mode, Sign>> = { "at least": ">=", "at most": "<=", exactly: "=" };

export const MOST_ENTRIES = 8;

let count = 0;
const fresh = (): string => `entry-${++count}`;

export function dice(text: string, name = "", aim = "", dialect = OURS): DiceEntry {
  return { kind: "dice", id: fresh(), text, dialect, name, aim };
}

export function rule(named: string, parameters: Values = {}, of = "", name = "", aim = ""): RuleEntry {
  return { kind: "rule", id: fresh(), rule: named, parameters, of, name, aim };
}

export const FIND: Find = { side: "at least", goal: "65 %", end: "" };
export const COURSE: Course = { entry: 0, along: [], measure: "", drawing: "", find: FIND };

export function stateOf(entries: readonly Entry[], more: Partial<Omit<State, "entries">> = {}): State {
  return { entries, values: {}, mode: "exactly", target: null, course: COURSE, ...more };
}

/** What an entry is called where there is no room for more. */
export function titleOf(entry: Entry): string {
  const name = entry.name.trim();
  if (name !== "") return name;
  if (entry.kind === "dice") return entry.text.trim() + (entry.dialect === OURS ? "" : ` (${entry.dialect})`);
  const given = Object.entries(entry.parameters).map(([key, value]) => `${spaced(key)} ${truthText(value)}`);
  return [ruleTitle(entry.rule), ...given].join(", ") + (entry.of === "" ? "" : `: ${spaced(entry.of)}`);
}

export function titlesOf(entries: readonly Entry[]): readonly string[] {
  return distinct(entries.map(titleOf));
}

export function withEntry(state: State, at: number, entry: Entry): State {
  return { ...state, entries: state.entries.map((each, index) => (index === at ? entry : each)) };
}

export function withoutEntry(state: State, at: number): State {
  const entries = state.entries.filter((_, index) => index !== at);
  const { course } = state;
  if (course.entry === at) return { ...state, entries, course: { ...COURSE, find: course.find } };
  return { ...state, entries, course: { ...course, entry: course.entry > at ? course.entry - 1 : course.entry } };
}
