/** Rolling a rule: to its end, or to where it waits. */
import { problemOf, type Ask, type Paused, type Problem, type Questions, type Rolled, type Secret } from "../../../contract";

export type Subject = Questions["odds"];

/** Faces rolled by hand; null: the engine rolls. */
export type Faces = readonly number[] | null;

export type Settled =
  | { readonly kind: "rolled"; readonly answer: Rolled; readonly secret: Secret | null; readonly revealed: boolean }
  | { readonly kind: "paused"; readonly answer: Paused; readonly secret: Secret | null }
  | { readonly kind: "problem"; readonly problem: Problem };

const MANNER = { supersedes: "game" };

/** Rolls until somebody has to decide or a round is over; null if a newer roll replaced this one. */
export function start(ask: Ask, subject: Subject, hidden: readonly string[], faces: Faces): Promise<Settled | null> {
  return settled(null, () => ask("start", { ...subject, hidden, faces, luck: true }, MANNER));
}

export interface GoingOn {
  readonly decision?: string;
  /** stop between rounds too */
  readonly moments: boolean;
  readonly sheets: readonly string[];
  readonly faces: Faces;
}

/** Goes on with what waits. */
export function goOn(ask: Ask, { answer, secret }: Extract<Settled, { kind: "paused" }>, { decision, moments, sheets, faces }: GoingOn): Promise<Settled | null> {
  return settled(secret, () => ask("resume", { token: answer.token, decision: decision ?? null, moments, sheets, faces, luck: secret === null }, MANNER));
}

/** Says what was hidden. */
export function reveal(ask: Ask, answer: Rolled, secret: Secret): Promise<Settled | null> {
  return settled(secret, () => ask("reveal", { record: answer.roll, secret }, MANNER), true);
}

async function settled(secret: Secret | null, asked: () => Promise<Rolled | Paused>, revealed = false): Promise<Settled | null> {
  try {
    const answer = await asked();
    const known = answer.secret ?? secret;
    return "paused" in answer ? { kind: "paused", answer, secret: known } : { kind: "rolled", answer, secret: known, revealed };
  } catch (error) {
    const problem = problemOf(error);
    return problem === null ? null : { kind: "problem", problem };
  }
}
