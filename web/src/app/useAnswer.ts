import { useEffect, useId, useState } from "preact/hooks";

import { problemOf, type Answers, type Problem, type QuestionName, type Questions } from "../contract";
import { useServices } from "./services";

export interface Answered<Answer> {
  /** the newest answer; it stays while a newer question is under way */
  readonly answer: Answer | null;
  readonly problem: Problem | null;
  /** a question is under way */
  readonly waiting: boolean;
}

/**
 * The answer to a question, asked anew whenever its fields change; the newest replaces those before it.
 *
 * `fields` null asks nothing; `delay` waits for typing to pause.
 */
export function useAnswer<Name extends QuestionName>(
  name: Name,
  fields: Questions[Name] | null,
  { delay = 0 }: { readonly delay?: number } = {},
): Answered<Answers[Name]> {
  const { ask } = useServices();
  const supersedes = useId();
  const [state, setState] = useState<Answered<Answers[Name]>>({ answer: null, problem: null, waiting: false });
  const key = fields === null ? null : JSON.stringify(fields);

  useEffect(() => {
    if (fields === null) {
      setState({ answer: null, problem: null, waiting: false });
      return undefined;
    }
    const given = new AbortController();
    setState((before) => ({ ...before, waiting: true }));
    const timer = setTimeout(() => {
      ask(name, fields, { signal: given.signal, supersedes }).then(
        (answer) => given.signal.aborted || setState({ answer, problem: null, waiting: false }),
        (error: unknown) => {
          const problem = problemOf(error);
          if (problem !== null && !given.signal.aborted) setState({ answer: null, problem, waiting: false });
        },
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [ask, name, key]);
  return state;
}
