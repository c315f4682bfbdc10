import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import type { Answered } from "../../app/useAnswer";
import { problemOf, type Odds } from "../../contract";
import type { Subject } from "./entries";

const PAUSE = 150;

/** The odds of several questions together; a problem of one is a problem of all. */
export function useStacks(questions: readonly Subject[] | null): Answered<readonly Odds[]> {
  const { ask } = useServices();
  const [state, setState] = useState<Answered<readonly Odds[]>>({ answer: null, problem: null, waiting: false });
  const key = questions === null ? null : JSON.stringify(questions);
  useEffect(() => {
    if (questions === null) {
      setState({ answer: null, problem: null, waiting: false });
      return undefined;
    }
    const given = new AbortController();
    setState((before) => ({ ...before, waiting: true }));
    const timer = setTimeout(() => {
      Promise.all(questions.map((each) => ask("odds", each, { signal: given.signal }))).then(
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
  }, [ask, key]);
  return state;
}
