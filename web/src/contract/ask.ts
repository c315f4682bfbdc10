/** Questions to the engine with the types of the contract; whatever carries them. */
import { Unreachable, type Carrier, type Manner } from "../carrier/carrier";
import { breath } from "../slices";
import type { Answers, Problem, Questions } from "./generated";
import { parsed, readInSlices } from "./reading";

export type QuestionName = keyof Questions;

/** The answer; rejects with a ProblemError, or with an AbortError if nobody wants it any more. */
export type Ask = <Name extends QuestionName>(
  name: Name,
  fields: Questions[Name],
  manner?: Manner,
) => Promise<Answers[Name]>;

/** Letters of an answer that take long to read. */
const BULKY = 100_000;

/** The engine's answer is that there is none, and why. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const UNREACHABLE: Problem = {
  type: "about:blank",
  title: "Nothing answers",
  status: 503,
  detail: "there is no connection, and no engine in this browser yet",
  code: "unreachable",
  message: "there is no connection, and no engine in this browser yet",
  hint: "try again in a moment",
  place: null,
  text: null,
  fixes: [],
};

export function askThrough(carrier: Carrier): Ask {
  return async (name, fields, manner) => {
    const reply = await carrier.ask({ ...fields, ask: name }, manner);
    const body = reply.body.length > BULKY ? await unpacked(reply.body) : parsed(reply.body);
    if (reply.status === 200) return body as Answers[typeof name];
    throw new ProblemError(isProblem(body) ? body : { ...UNREACHABLE, status: reply.status });
  };
}

/** What went wrong, for whoever shows it; null if a question was only given up. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof DOMException && error.name === "AbortError") return null;
  if (error instanceof Unreachable) return { ...UNREACHABLE, detail: error.message };
  console.error(error);
  const message = `this page made a mistake (${String(error)})`;
  return { ...UNREACHABLE, title: "A mistake of this page", code: "page", message, detail: message, hint: null };
}

/** A large answer, read in slices and looked at as drawings will: the page is drawn and heard in between. */
async function unpacked(text: string): Promise<unknown> {
  const { body, odds } = await readInSlices(text);
  await breath();
  if (odds.length === 0) return body;
  const { prepare } = await import("../charts/distribution");
  for (const each of odds) await prepare(each);
  return body;
}

function isProblem(data: unknown): data is Problem {
  return typeof data === "object" && data !== null && "code" in data && "message" in data;
}
