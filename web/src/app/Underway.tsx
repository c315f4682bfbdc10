import { useEffect, useState } from "preact/hooks";

import { megabytes } from "../engine/progress";
import { useServices } from "./services";
import { useWatched } from "./useWatched";

interface UnderwayProps {
  /** what is waited for, while the engine is there: “Rolling …” */
  readonly words: string;
}

/** Milliseconds: what is quicker needs no sign. */
const SOON = 200;

/** A question is under way; while the engine is still being fetched, how far that is. */
export function Underway({ words }: UnderwayProps) {
  const { engine } = useServices();
  const state = useWatched(engine, () => engine.state);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  if (state.kind !== "progress") {
    return (
      <p class="soft waiting" role="status">
        {words}
      </p>
    );
  }
  return (
    <div class="underway">
      <p class="soft" role="status">
        As soon as the engine is here …
        <span aria-hidden="true"> {megabytes(state)}</span>
      </p>
      <progress max={state.total} value={state.loaded} aria-label="The engine is being fetched" />
    </div>
  );
}
