import { useEffect, useState } from "preact/hooks";

import type { Carrier, Reply } from "./carrier/carrier";
import type { Engine, State } from "./carrier/engine";

interface Given {
  readonly engine: Engine;
  readonly carriers: Carrier;
}

/** A first page: one question, one answer. */
export function Trial({ engine, carriers }: Given) {
  const [state, setState] = useState<State>(engine.state);
  const [text, setText] = useState("4d6kh3");
  const [reply, setReply] = useState<Reply | null>(null);
  useEffect(() => engine.watch(setState), [engine]);
  useEffect(() => {
    carriers
      .ask({ ask: "odds", expression: text }, { supersedes: "odds" })
      .then(setReply, (error: Error) => {
        if (error.name !== "AbortError") setReply({ status: 0, body: String(error) });
      });
  }, [carriers, text]);
  return (
    <main>
      <h1>Astragal</h1>
      <label>
        Dice <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <p role="status" data-state={state.kind}>
        {told(state)}
      </p>
      {state.kind === "progress" && <progress value={state.loaded} max={state.total} />}
      <output data-status={reply?.status ?? ""}>{reply?.body ?? "…"}</output>
    </main>
  );
}

function told(state: State): string {
  switch (state.kind) {
    case "idle":
      return "";
    case "progress":
      return `loading the engine: ${Math.floor((100 * state.loaded) / state.total)} %`;
    case "ready":
      return `the engine is ready after ${state.seconds.toFixed(1)} s`;
    case "failed":
      return `the engine did not come up: ${state.why}`;
  }
}
