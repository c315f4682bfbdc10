import { useEffect, useId, useState } from "preact/hooks";

import { problemOf, type Answers, type Ask, type Problem, type QuestionName, type Questions } from "../contract";
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
  const supersedes = useId();
  return useAsked(name, fields, delay, (ask, asked, signal) => ask(name, asked, { signal, supersedes }));
}

/** The answers to several questions of one kind together; a problem of one is a problem of all. */
export function useAnswers<Name extends QuestionName>(
  name: Name,
  questions: readonly Questions[Name][] | null,
  { delay = 0 }: { readonly delay?: number } = {},
): Answered<readonly Answers[Name][]> {
  return useAsked(name, questions, delay, (ask, asked, signal) =>
    Promise.all(asked.map((each) => ask(name, each, { signal }))),
  );
}

function useAsked<Asked, Answer>(
  name: QuestionName,
  asked: Asked | null,
  delay: number,
  answered: (ask: Ask, asked: Asked, signal: AbortSignal) => Promise<Answer>,
): Answered<Answer> {
  const { ask } = useServices();
  const [state, setState] = useState<Answered<Answer>>({ answer: null, problem: null, waiting: false });
  const key = asked === null ? null : JSON.stringify(asked);

  useEffect(() => {
    if (asked === null) {
      setState({ answer: null, problem: null, waiting: false });
      return undefined;
    }
    const given = new AbortController();
    setState((before) => ({ ...before, waiting: true }));
    const timer = setTimeout(() => {
      answered(ask, asked, given.signal).then(
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
