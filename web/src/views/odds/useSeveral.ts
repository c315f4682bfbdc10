import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import type { Answered } from "../../app/useAnswer";
import { problemOf, type Answers, type Questions } from "../../contract";

const PAUSE = 60;

/** The answers to several questions of one kind together; a problem of one is a problem of all. */
export function useSeveral<Name extends "odds" | "sweep">(
  name: Name,
  questions: readonly Questions[Name][] | null,
): Answered<readonly Answers[Name][]> {
  const { ask } = useServices();
  const [state, setState] = useState<Answered<readonly Answers[Name][]>>({ answer: null, problem: null, waiting: false });
  const key = questions === null ? null : JSON.stringify(questions);
  useEffect(() => {
    if (questions === null) {
      setState({ answer: null, problem: null, waiting: false });
      return undefined;
    }
    const given = new AbortController();
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, waiting: true }));
      Promise.all(questions.map((each) => ask(name, each, { signal: given.signal }))).then(
        (answer) => given.signal.aborted || setState({ answer, problem: null, waiting: false }),
        (error: unknown) => {
          const problem = problemOf(error);
          if (problem !== null && !given.signal.aborted) setState({ answer: null, problem, waiting: false });
        },
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [ask, name, key]);
  return state;
}
