/** Rolling a text: to its end, or to a choice. */
import { problemOf, type Ask, type Paused, type Problem, type Rolled } from "../../contract";
import { inDialect, OURS } from "../../notation/dialects";
import type { Numbers } from "../../notation/values";

export type Settled =
  | { readonly kind: "rolled"; readonly typed: string; readonly answer: Rolled; readonly caption?: string }
  | { readonly kind: "paused"; readonly typed: string; readonly answer: Paused }
  | { readonly kind: "problem"; readonly typed: string; readonly problem: Problem };

/** A text that means nothing: the field says so, and the table stays as it is. */
export interface Unread {
  readonly kind: "unread";
  readonly problem: Problem;
}

/**
 * Rolls a text; where it leaves a choice, only as far as that. Null if a newer roll replaced this one.
 *
 * What was typed in another program's notation counts as typed in ours from then on.
 */
export async function rollText(
  ask: Ask,
  text: string,
  variables: (names: readonly string[]) => Numbers,
  dialect = OURS,
): Promise<Settled | Unread | null> {
  const manner = { supersedes: "roll" };
  let typed = text;
  return settled(() => typed, async () => {
    const { reading, problem } = await ask("read", { text, ...inDialect(dialect) }, manner);
    if (reading === null) return problem === null ? null : { kind: "unread", problem };
    if (dialect !== OURS) typed = reading.expression;
    const dice = { expression: typed, variables: variables(reading.variables) };
    return reading.choices ? ask("start", { ...dice, moments: false }, manner) : ask("roll", { ...dice, luck: true }, manner);
  });
}

/** Goes on with a roll that waits for a decision. */
export async function decide(
  ask: Ask,
  { typed, answer }: Extract<Settled, { kind: "paused" }>,
  decision: string,
): Promise<Settled | Unread | null> {
  return settled(() => typed, () => ask("resume", { token: answer.token, decision, moments: false }, { supersedes: "roll" }));
}

async function settled(
  typed: () => string,
  asked: () => Promise<Rolled | Paused | Unread | null>,
): Promise<Settled | Unread | null> {
  try {
    const answer = await asked();
    if (answer === null || "kind" in answer) return answer;
    return "paused" in answer ? { kind: "paused", typed: typed(), answer } : { kind: "rolled", typed: typed(), answer };
  } catch (error) {
    const problem = problemOf(error);
    return problem === null ? null : { kind: "problem", typed: typed(), problem };
  }
}
