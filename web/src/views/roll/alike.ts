import type { Answers, Problem } from "../../contract";
import { titlesOf, type Dialect } from "../../notation/dialects";

type Meaning = Answers["translate"]["meanings"][number];
type Spelling = Answers["translate"]["spellings"][number];

/** What programs have in common: a text, or the reason why there is none. */
export interface Alike {
  readonly programs: readonly string[];
  readonly said: string;
}

/** The programs that refuse a text, or cannot say it, by their reasons. */
export function refusals(found: readonly (Meaning | Spelling)[], dialects: readonly Dialect[]): readonly Alike[] {
  return alike(
    found.flatMap((each) => {
      const { problem } = each;
      if (problem === null) return [];
      const programs = "program" in each ? [each.program] : each.programs;
      return programs.map((program) => ({ program, said: reason(problem, titlesOf([program], dialects)) }));
    }),
  );
}

/** The programs in which the same is typed. */
export function spelt(spellings: readonly Spelling[]): readonly Alike[] {
  return alike(spellings.flatMap(({ program, text }) => (text === null ? [] : [{ program, said: text }])));
}

/** A comparison is told as a question; its mean is the chance that it holds. */
export function isQuestion({ words }: Meaning): boolean {
  return words?.endsWith("?") ?? false;
}

/** Why a program has no such text, without its name, which stands beside it; then what helps. */
function reason({ message, hint }: Problem, title: string): string {
  const inside = ` in ${title}`;
  const ended = message.endsWith(inside) ? message.slice(0, -inside.length) : message;
  const alone = ended.startsWith(`${title} `) ? ended.slice(title.length + 1) : ended;
  return hint === null ? alone : `${alone}; ${hint}`;
}

function alike(each: readonly { program: string; said: string }[]): readonly Alike[] {
  const found = new Map<string, string[]>();
  for (const { program, said } of each) found.set(said, [...(found.get(said) ?? []), program]);
  return [...found].map(([said, programs]) => ({ programs, said }));
}
