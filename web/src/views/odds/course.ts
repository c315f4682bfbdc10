/** What becomes of an entry as a value changes: which values there are, what is measured, and how it is asked. */
import type { Target } from "../../charts/Bars";
import { shownApart, type Mode } from "../../charts/distribution";
import { coordinateOf, type Namer } from "../../charts/grid";
import { extremes } from "../../charts/scale";
import type { Odds, Parameter, Questions } from "../../contract";
import type { Reading } from "../../notation/useReading";
import { numberOf, numbersOf, UNSET } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { subjectOf, type Subject } from "./entries";
import type { RuleInfo } from "./rules";
import { SIGNS, type Along, type Course, type Drawing, type Entry, type Find } from "./state";

/** An entry with all that is known of it. */
export interface Known {
  readonly entry: Entry;
  readonly odds: Odds;
  readonly reading: Reading | null;
  readonly rule: RuleInfo | null;
  readonly values: Values;
  readonly target: Target | null;
}

export interface AxisChoice {
  readonly name: string;
  /** values that suggest themselves */
  readonly range: string;
  /** it is what must be reached, rather than a part of the dice */
  readonly reached: boolean;
}

export interface Measure {
  /** as in `Course.measure` */
  readonly key: string;
  readonly title: string;
  /** the service's `of`; undefined for the outcome itself */
  readonly of?: string | undefined;
}

export type Kind = "numbers" | "truth" | "words";

export function kindOf({ outcomes, quantiles }: Odds): Kind {
  if (quantiles !== null) return "numbers";
  return outcomes.every(({ outcome }) => typeof outcome === "boolean") ? "truth" : "words";
}

/** The values that can change: what must be reached, the `@names` of dice, the parameters of a rule. */
export function axisChoices({ entry, odds, reading, rule, values }: Known): readonly AxisChoice[] {
  if (entry.kind === "rule") {
    return (rule?.parameters ?? []).flatMap((each) => {
      const range = parameterRange(each, entry.parameters[each.name]);
      return range === null ? [] : [{ name: each.name, range, reached: false }];
    });
  }
  const names = reading?.variables ?? [];
  const own = names.map((name) => ({ name, range: around(values[name] ?? UNSET), reached: false }));
  if (kindOf(odds) !== "numbers") return own;
  const name = ["target", "goal", "mark"].find((each) => !names.includes(each)) ?? "target_";
  return [...own, { name, range: span(odds), reached: true }];
}

/** The axes of a course, of those there are; the first of them if it names none. */
export function chosenAxes(course: Course, choices: readonly AxisChoice[]): readonly (Along & AxisChoice)[] {
  const chosen = course.along.flatMap(({ name, range }) => {
    const choice = choices.find((each) => each.name === name);
    return choice === undefined ? [] : [{ ...choice, range: range.trim() === "" ? choice.range : range }];
  });
  return chosen.length > 0 ? chosen : choices.slice(0, 1);
}

/** What can be measured; the first is what suggests itself. */
export function measures({ entry, odds, target }: Known): readonly Measure[] {
  const field = entry.kind === "rule" && entry.of !== "" ? entry.of : "outcome";
  switch (kindOf(odds)) {
    case "numbers": {
      const mean = { key: "mean", title: "mean", of: field === "outcome" ? undefined : field };
      if (target === null) return [mean];
      const title = `chance of ${shownNumber(target.at)}${BEYOND[target.side]}`;
      return [{ key: "target", title, of: `${field}${SIGNS[target.side]}${target.at.replace("−", "-")}` }, mean];
    }
    case "truth":
      return [{ key: "truth", title: "chance", of: field === "outcome" ? undefined : field }];
    case "words":
      // From worst to best, as games list them: the best one is what people ask about.
      return shownApart(odds.outcomes)
        .slice(-MOST_WORDS)
        .map(({ text }) => ({ key: `=${text}`, title: `chance of ${text}`, of: `${field}=${text}` }))
        .reverse();
  }
}

const BEYOND: Readonly<Record<Mode, string>> = { "at least": " or more", "at most": " or less", exactly: "" };

/** More words than these are nothing to choose from. */
const MOST_WORDS = 60;

const shownNumber = (text: string): string => text.replace(/^-/, "−");

export function drawingOf(course: Course, axes: number, kind: Kind): Drawing {
  const wanted = course.drawing === "" ? (axes > 1 ? "heat" : kind === "words" ? "stacked" : "lines") : course.drawing;
  if (wanted === "heat") return axes > 1 ? "heat" : "lines";
  if (wanted === "stacked") return axes === 1 && kind !== "numbers" ? "stacked" : "lines";
  return wanted;
}

/** The question for all values of one axis or two. */
export function sweepQuestion(known: Known, axes: readonly (Along & AxisChoice)[], measure: Measure | undefined): Questions["sweep"] {
  const given = Object.fromEntries(axes.map(({ name, range }) => [name, range]));
  return { ...measured(known, axes, measure), axes: given };
}

function measured(known: Known, axes: readonly AxisChoice[], measure: Measure | undefined): Omit<Subject, "of"> & { of?: string } {
  const { entry, odds, reading, values, target } = known;
  const names = (reading?.variables ?? []).filter((name) => !axes.some((axis) => axis.name === name));
  const reached = axes.find((axis) => axis.reached);
  if (reached !== undefined) {
    const sign = target?.side === "at most" ? "<=" : ">=";
    return { expression: `(${odds.expression}) ${sign} @${reached.name}`, variables: numbersOf(names, values) };
  }
  const { of: _, ...subject } = subjectOf(entry, names, values);
  const { parameters } = subject;
  const kept = parameters === undefined ? {} : { parameters: without(parameters, axes) };
  return { ...subject, ...kept, ...(measure?.of === undefined ? {} : { of: measure.of }) };
}

function without(parameters: Readonly<Record<string, unknown>>, axes: readonly AxisChoice[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !axes.some((axis) => axis.name === name)));
}

/** “Which value gives 65 %?” over one axis; which end of all that are enough is worth knowing is the engine’s to find, unless one is wanted. */
export function reachQuestion(known: Known, axes: readonly (Along & AxisChoice)[], measure: Measure | undefined, find: Find): Questions["reach"] {
  const goal = find.goal.trim();
  return {
    ...sweepQuestion(known, axes, measure),
    ...(find.side === "at least" ? { at_least: goal } : { at_most: goal }),
    ...(find.end === "" ? {} : { greatest: find.end === "greatest" }),
  };
}

/** What one step of each value is worth; null if the entry has no values. */
export function mattersQuestion(known: Known, measure: Measure | undefined): Questions["matters"] | null {
  const { entry, reading, rule } = known;
  const any = entry.kind === "dice" ? reading?.variables : rule?.parameters;
  return any === undefined || any.length === 0 ? null : measured(known, [], measure);
}

/** The chance of every outcome for all values of an axis. */
export function sharesQuestion(known: Known, axis: Along & AxisChoice): Questions["sweep"] {
  const { entry } = known;
  const of = entry.kind === "rule" && entry.of !== "" ? entry.of : undefined;
  return { ...sweepQuestion(known, [axis], { key: "", title: "", of }), shares: true };
}

/** How a value is drawn: a number that the rule has a name for is called by it. */
export function namerOf({ rule }: Known): Namer {
  return (axis, value) => {
    const names = rule?.parameters.find(({ name }) => name === axis)?.names ?? {};
    return Object.entries(names).find(([, number]) => number === value)?.[0] ?? coordinateOf(value);
  };
}

const FEW = 60;

/** From the least to the greatest outcome, in steps if they are many. */
function span({ outcomes, quantiles, min, max }: Odds): string {
  const whole = typeof min === "number" && typeof max === "number";
  // Ends that are no whole numbers are left out.
  const numbers = whole ? [min, max] : outcomes.flatMap(({ outcome }) => (typeof outcome === "number" ? [outcome] : []));
  const [least, greatest] = extremes(numbers);
  const high = quantiles?.["95"];
  const most = max === null && typeof high === "number" ? high + Math.ceil((high - least) / 2) : greatest;
  if (numbers.length === 0) return "1..20";
  const step = Math.ceil((most - least) / FEW);
  return step > 1 ? `${least}..${most}/${step}` : `${least}..${most}`;
}

/** Ten values with the present one among them. */
function around(typed: string, step = 1): string {
  const number = numberOf(typed);
  const at = typeof number === "number" ? number : 0;
  const from = at >= 0 && at <= 10 * step ? 0 : at - 5 * step;
  return step === 1 ? `${from}..${from + 10}` : `${from}..${from + 10 * step}/${step}`;
}

const SHORT = 24;

function parameterRange({ type, choices, names, least, most, default: usual }: Parameter, typed: string | undefined): string | null {
  if (type === "truth") return "false, true";
  if (choices !== undefined) return choices.join(", ");
  if (type !== "integer") return null;
  if (names !== undefined) return Object.keys(names).join(", ");
  if (least !== undefined && most !== undefined && most - least <= SHORT) return `${least}..${most}`;
  const now = typed ?? (typeof usual === "number" ? String(usual) : "0");
  if (most !== undefined && most >= 100 && Number(now) > 10) return "10..90/10";
  return around(now);
}
