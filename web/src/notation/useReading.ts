import { useAnswer } from "../app/useAnswer";
import type { Answers, Problem } from "../contract";
import { inDialect, OURS } from "./dialects";

export type Reading = NonNullable<Answers["read"]["reading"]>;

export interface ReadText {
  /** what the text means; the last that could be read stays while it is typed on */
  readonly reading: Reading | null;
  readonly problem: Problem | null;
  readonly waiting: boolean;
}

const PAUSE = 90;

/** What a text means, or what is wrong with it, while it is typed. */
export function useReading(text: string, dialect = OURS): ReadText {
  const wanted = text.trim() !== "";
  const { answer, problem, waiting } = useAnswer("read", wanted ? { text, ...inDialect(dialect) } : null, { delay: PAUSE });
  if (!wanted || answer === null) return { reading: null, problem, waiting };
  return { reading: answer.reading, problem: answer.problem, waiting };
}
