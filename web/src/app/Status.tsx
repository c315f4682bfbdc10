import { useEffect, useState } from "preact/hooks";

import type { State } from "../carrier/engine";
import { megabytes } from "../engine/progress";
import { useServices } from "./services";
import { useWatched } from "./useWatched";

/** How the engine and the connection are, in a quiet line at the foot of the page. */
export function Status() {
  const { engine } = useServices();
  const state = useWatched(engine, () => engine.state);
  const online = useOnline();
  return (
    <div class="status" data-state={state.kind}>
      <p role="status">
        {told(state, online)}
        {state.kind === "progress" ? <span aria-hidden="true"> {megabytes(state)}</span> : null}
      </p>
      {state.kind === "progress" ? (
        <progress max={state.total} value={state.loaded} aria-label="The engine is being fetched" />
      ) : null}
      {state.kind === "failed" ? (
        <button type="button" class="small" onClick={() => engine.retry()}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

function told(state: State, online: boolean): string {
  switch (state.kind) {
    case "ready":
      return online
        ? "The engine runs in this browser: everything works without a connection."
        : "No connection, and none needed: the engine runs in this browser.";
    case "progress":
      return "The engine is moving into this browser.";
    case "failed":
      return `The engine does not run in this browser: ${state.why}.`;
    case "idle":
      return online ? "Connected." : "No connection.";
  }
}

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const update = (): void => setOnline(navigator.onLine);
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, []);
  return online;
}
