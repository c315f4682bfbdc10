/**
 * The view as a place on the page: `#v1/odds?e=2d20kh1&e=1d20+%2B+5&t=>%3D11`.
 *
 * `e` (dice) and `r` (a rule) begin an entry; `n`, `a`, `d`, `o` and `p` are its name, aim, dialect, field and parameters.
 * What is not understood is left out, and counted.
 */
import type { Route } from "../../app/route";
import type { Target } from "../../charts/Bars";
import type { Mode } from "../../charts/distribution";
import { OURS } from "../../notation/dialects";
import { isDialect, isNumberText, isValueName, type Values } from "../../state/shapes";
import { COURSE, dice, MOST_ENTRIES, rule, SIDES, SIGNS, stateOf, type Course, type Drawing, type Entry, type Sign, type State } from "./state";

const LONGEST = 5_000;
const SHORT = 200;
const MOST_VALUES = 50;
const MOST_AXES = 2;

const MODES: ReadonlyMap<string, Mode> = new Map([
  ["eq", "exactly"],
  ["ge", "at least"],
  ["le", "at most"],
]);
const DRAWINGS: readonly Drawing[] = ["lines", "heat", "stacked"];
const RULE = /^[a-z][a-z0-9_]{0,60}\.[a-z][a-z0-9_]{0,60}$/;
const TARGET = /^(>=|<=|=)([-−]?\d{1,60}(?:\/\d{1,60})?)$/;
const FOUND = /^(>=|<=)(greatest|least|)\s(.*)$/s;

export interface ReadLink {
  readonly state: State;
  /** how many parts were left out */
  readonly lost: number;
}

/** The state that a route leads to; null if it names no dice and no rule. */
export function readLink({ params }: Route): ReadLink | null {
  const reader = new Reader();
  for (const [key, value] of params) reader.take(key, value);
  return reader.entries.length === 0 ? null : { state: reader.state(), lost: reader.lost };
}

type Take = (value: string) => boolean;

class Reader {
  entries: Entry[] = [];
  lost = 0;
  private values: Record<string, string> = {};
  private mode: Mode = "exactly";
  private target: Target | null = null;
  private course: Course = COURSE;

  private readonly takers: Readonly<Record<string, Take>> = {
    e: (value) => value.length <= LONGEST && this.begin(dice(value)),
    r: (value) => RULE.test(value) && this.begin(rule(value)),
    n: (value) => value.length <= SHORT && this.change((entry) => ({ ...entry, name: value })),
    a: (value) => value.length <= SHORT && this.change((entry) => ({ ...entry, aim: value })),
    d: (value) =>
      isDialect(value) && this.change((entry) => (entry.kind === "dice" ? { ...entry, dialect: value } : null)),
    o: (value) =>
      value.length <= SHORT && this.change((entry) => (entry.kind === "rule" ? { ...entry, of: value } : null)),
    p: (value) => this.parameter(value),
    v: (value) => this.value(value),
    m: (value) => {
      const mode = MODES.get(value);
      this.mode = mode ?? this.mode;
      return mode !== undefined;
    },
    t: (value) => {
      this.target = readTarget(value) ?? this.target;
      return readTarget(value) !== null;
    },
    x: (value) => this.alter(/^[0-9]$/.test(value), { entry: Number(value) }),
    xa: (value) => this.along(value),
    xm: (value) => this.alter(value.length <= SHORT, { measure: value }),
    xd: (value) => this.alter(DRAWINGS.includes(value as Drawing), { drawing: value as Drawing }),
    xf: (value) => this.find(value),
  };

  take(key: string, value: string): void {
    const taken = Object.hasOwn(this.takers, key) && this.takers[key]?.(value);
    if (taken !== true) this.lost += 1;
  }

  state(): State {
    const entry = this.course.entry < this.entries.length ? this.course.entry : 0;
    return stateOf(this.entries, {
      values: this.values,
      mode: this.mode,
      target: this.target,
      course: { ...this.course, entry },
    });
  }

  private begin(entry: Entry): boolean {
    if (this.entries.length >= MOST_ENTRIES) return false;
    this.entries.push(entry);
    return true;
  }

  private change(changed: (entry: Entry) => Entry | null): boolean {
    const last = this.entries.at(-1);
    const entry = last === undefined ? null : changed(last);
    if (entry !== null) this.entries = [...this.entries.slice(0, -1), entry];
    return entry !== null;
  }

  private parameter(value: string): boolean {
    const [name, typed] = pairOf(value);
    if (typed === null || !isValueName(name) || typed.length > LONGEST) return false;
    return this.change((entry) =>
      entry.kind === "rule" && Object.keys(entry.parameters).length < MOST_VALUES
        ? { ...entry, parameters: { ...entry.parameters, [name]: typed } }
        : null,
    );
  }

  private value(value: string): boolean {
    const [name, typed] = pairOf(value);
    if (typed === null || !isValueName(name) || !isNumberText(typed)) return false;
    if (Object.keys(this.values).length >= MOST_VALUES) return false;
    this.values = { ...this.values, [name]: typed };
    return true;
  }

  private along(value: string): boolean {
    const [name, range] = pairOf(value);
    const fits = range !== null && isValueName(name) && range.length <= SHORT && this.course.along.length < MOST_AXES;
    return this.alter(fits, { along: [...this.course.along, { name, range: range ?? "" }] });
  }

  private find(value: string): boolean {
    const found = FOUND.exec(value.slice(0, SHORT));
    if (found === null) return false;
    const [, side, end, goal = ""] = found;
    return this.alter(true, {
      find: { side: side === "<=" ? "at most" : "at least", end: end as "greatest" | "least" | "", goal },
    });
  }

  private alter(fits: boolean, course: Partial<Course>): boolean {
    if (fits) this.course = { ...this.course, ...course };
    return fits;
  }
}

function pairOf(value: string): readonly [string, string | null] {
  const at = value.indexOf("=");
  return at < 0 ? [value, null] : [value.slice(0, at), value.slice(at + 1)];
}

function readTarget(value: string): Target | null {
  const found = TARGET.exec(value);
  if (found === null) return null;
  return { side: SIDES[found[1] as Sign], at: found[2] as string };
}

/** The place of a state; `used` are the values of the names that its dice use. */
export function linkOf(state: State, used: Values): Route {
  const params = new URLSearchParams();
  for (const entry of state.entries) writeEntry(params, entry);
  for (const [name, value] of Object.entries(used)) params.append("v", `${name}=${value}`);
  if (state.mode !== "exactly") params.append("m", state.mode === "at least" ? "ge" : "le");
  if (state.target !== null) params.append("t", `${SIGNS[state.target.side]}${state.target.at}`);
  writeCourse(params, state.course);
  return { view: "odds", path: [], params };
}

function writeEntry(params: URLSearchParams, entry: Entry): void {
  params.append(entry.kind === "dice" ? "e" : "r", entry.kind === "dice" ? entry.text : entry.rule);
  if (entry.kind === "dice" && entry.dialect !== OURS) params.append("d", entry.dialect);
  if (entry.name !== "") params.append("n", entry.name);
  if (entry.aim !== "") params.append("a", entry.aim);
  if (entry.kind === "dice") return;
  if (entry.of !== "") params.append("o", entry.of);
  for (const [name, value] of Object.entries(entry.parameters)) params.append("p", `${name}=${value}`);
}

function writeCourse(params: URLSearchParams, { entry, along, measure, drawing, find }: Course): void {
  if (entry !== 0) params.append("x", String(entry));
  for (const { name, range } of along) params.append("xa", `${name}=${range}`);
  if (measure !== "") params.append("xm", measure);
  if (drawing !== "") params.append("xd", drawing);
  const { side, end, goal } = find;
  if (side !== COURSE.find.side || end !== "" || goal !== COURSE.find.goal) {
    params.append("xf", `${SIGNS[side]}${end} ${goal}`);
  }
}
