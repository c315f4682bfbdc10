/** The worker that the engine runs in. */
import type { EngineWorker } from "./engine";

export function spawnEngine(): EngineWorker {
  return new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module", name: "engine" });
}
