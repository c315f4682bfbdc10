/** Whatever brings a question to the engine and its answer back. */
import type { Problem } from "../contract/generated";

/** A question as data: what is asked, and the fields of that question. */
export interface Question {
  readonly ask: string;
  readonly [field: string]: unknown;
}

/** An answer with status 200, or a problem document. The same bytes from every carrier. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

export interface Manner {
  /** The answer is no longer wanted. */
  readonly signal?: AbortSignal;
  /** A name for questions of which only the newest counts, such as the form they are about. */
  readonly supersedes?: string;
}

export interface Carrier {
  /** The reply; rejects with an AbortError if nobody wants it any more. */
  ask(question: Question, manner?: Manner): Promise<Reply>;
}

/** The carrier cannot be reached: another one may. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** What a question that nobody wants any more ends with. */
export function unwanted(why: string): DOMException {
  return new DOMException(why, "AbortError");
}

/** The problem of a question that was given up here, in the form of the service's own. */
function problemReply(status: number, title: string, code: string, message: string): Reply {
  const problem: Problem = {
    type: `/errors#${code}`,
    title,
    status,
    detail: message,
    code,
    message,
    hint: null,
    place: null,
    text: null,
    fixes: [],
  };
  return { status, body: JSON.stringify(problem) };
}

export function tooSlow(message: string): Reply {
  return problemReply(503, "The answer took too long", "too-slow", message);
}

export function brokenDown(message: string): Reply {
  return problemReply(500, "Something is wrong here, not with the question", "broken-down", message);
}
