import { useRef } from "preact/hooks";

/** The last answer that there was, which stays in sight while the question is changed; none if nothing is asked. */
export function useLast<Answer>(answer: Answer | null, asked = true): Answer | null {
  const last = useRef(answer);
  if (answer !== null || !asked) last.current = answer;
  return last.current;
}

/** A value as it was when everything it is made of was known last; null before that. */
export function useSettled<Value>(value: Value, settled: boolean): Value | null {
  const last = useRef<Value | null>(null);
  if (settled) last.current = value;
  return last.current;
}
