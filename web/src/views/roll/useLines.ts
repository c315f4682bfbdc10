import { useRef } from "preact/hooks";

import { useServices } from "../../app/services";

/** The lines that were rolled before, the newest first, gone through with the arrows as in a terminal. */
export function useLines(current: string) {
  const { kept } = useServices();
  const at = useRef(-1);
  const draft = useRef("");

  /** The line before or after; null at the end. */
  function recall(step: 1 | -1): string | null {
    const lines = [...new Set(kept.history.map(({ expression }) => expression))].filter((each) => each !== "");
    if (at.current === -1) draft.current = current;
    const shown = at.current === -1 ? current : lines[at.current];
    let next = at.current + step;
    if (next === 0 && step === 1 && lines[0] === shown) next = 1;
    if (next >= lines.length || next < -1) return null;
    at.current = next;
    return next === -1 ? draft.current : (lines[next] ?? null);
  }

  return { recall, forget: () => void (at.current = -1) };
}
