import { useEffect, useState } from "preact/hooks";

import { useServices } from "./services";
import { useWatched } from "./useWatched";

/** Milliseconds after which one wonders, and may want to stop it. */
const LONG = 800;

/** A question takes long: a way to stop it. */
export function StopBar() {
  const { running, engine } = useServices();
  const busy = useWatched(running, () => running.count > 0);
  const coming = useWatched(engine, () => engine.state.kind === "progress");
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!busy) {
      setLong(false);
      return undefined;
    }
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!busy || !long) return null;
  return (
    <div class="stop-bar" role="status">
      <span>{coming ? "Waiting for the engine …" : "Working it out …"}</span>
      <button type="button" onClick={() => running.stop()}>
        Stop
      </button>
    </div>
  );
}
