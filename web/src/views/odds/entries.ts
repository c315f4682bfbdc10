/** An entry as a question to the engine, and what the engine tells of it. */
import { problemOf, type Ask, type Odds, type Problem, type Questions } from "../../contract";
import type { Target } from "../../charts/Bars";
import type { Manner } from "../../carrier/carrier";
import { inDialect, OURS } from "../../notation/dialects";
import type { Reading } from "../../notation/useReading";
import { numbersOf } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { SIDES, type DiceEntry, type Entry, type RuleEntry, type Sign } from "./state";

export interface Told {
  /** what the dice mean; null for a rule, and for what means nothing */
  readonly reading: Reading | null;
  readonly odds: Odds | null;
  readonly problem: Problem | null;
}

export const NOTHING: Told = { reading: null, odds: null, problem: null };

export type Subject = Questions["odds"];

/** The fields that say which experiment is meant. */
export function subjectOf(entry: Entry, names: readonly string[], values: Values): Subject {
  const aim = entry.aim.trim() === "" ? {} : { aim: entry.aim.trim() };
  if (entry.kind === "dice") return { expression: entry.text, ...inDialect(entry.dialect), variables: numbersOf(names, values), ...aim };
  return { rule: entry.rule, parameters: givenParameters(entry), ...aim, ...(entry.of === "" ? {} : { of: entry.of }) };
}

/** Parameters that somebody has typed; the rule has its own defaults. */
function givenParameters(entry: RuleEntry): Values {
  return Object.fromEntries(Object.entries(entry.parameters).filter(([, typed]) => typed.trim() !== ""));
}

/** What was asked in words: how likely dice are to reach a number. */
export interface Asked {
  readonly dice: string;
  readonly target: Target;
}

const COMPARED = /^(.+) (>=|<=|=) (-?\d+)$/s;

/** The dice and the number of a question in words, once it is known; null for dice, and for any other question. */
export function askedOf(reading: Reading | null, odds: Odds | null = null): Asked | null {
  if (reading === null || reading.read_as === null) return null;
  const [answer] = odds?.read_as?.answers ?? reading.read_as.answers;
  const found = COMPARED.exec(reading.expression) ?? COMPARED.exec(answer?.expression ?? "");
  if (found === null) return null;
  const [, dice = "", sign, at = ""] = found;
  return { dice, target: { at, side: SIDES[sign as Sign] } };
}

/** The entry whose odds are drawn: where a chance is asked for in words, the dice that it is about. */
export function drawnEntry(entry: Entry, reading: Reading | null): Entry {
  const asked = entry.kind === "dice" ? askedOf(reading) : null;
  return asked === null || entry.kind !== "dice" ? entry : { ...entry, text: asked.dice, dialect: OURS };
}

/** Everything that is told of an entry; null if nobody wants it any more. */
export async function askEntry(ask: Ask, entry: Entry, values: Values, manner: Manner): Promise<Told | null> {
  let reading: Reading | null = null;
  try {
    if (entry.kind === "dice") {
      if (entry.text.trim() === "") return NOTHING;
      const read = await readDice(ask, entry, manner);
      if (read.reading === null) return { ...NOTHING, problem: read.problem };
      reading = read.reading;
    }
    const odds = await ask("odds", subjectOf(drawnEntry(entry, reading), reading?.variables ?? [], values), manner);
    return { ...NOTHING, reading, odds };
  } catch (error) {
    const problem = problemOf(error);
    return problem === null ? null : { ...NOTHING, reading, problem };
  }
}

function readDice(ask: Ask, entry: DiceEntry, manner: Manner) {
  return ask("read", { text: entry.text, ...inDialect(entry.dialect) }, manner);
}
