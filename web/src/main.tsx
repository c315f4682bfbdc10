import { render } from "preact";

import { Carriers } from "./carrier/carriers";
import { Engine } from "./carrier/engine";
import { Http } from "./carrier/http";
import { spawnEngine } from "./carrier/worker";
import { keepOffline } from "./offline/register";
import { Trial } from "./trial";

const engine = new Engine(spawnEngine);
const isStatic = document.documentElement.dataset.carrier === "static";
const carriers = new Carriers(engine, isStatic ? null : new Http());

const stop = engine.watch(({ kind }) => {
  if (kind !== "ready" && kind !== "failed") return;
  stop();
  void keepOffline((version) => version.use());
});

render(<Trial engine={engine} carriers={carriers} />, document.getElementById("page")!);
// The first view comes first; the engine is some megabytes.
requestAnimationFrame(() => setTimeout(() => engine.start()));
