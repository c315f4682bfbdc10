import { render } from "preact";

import { App } from "./app/App";
import { Running } from "./app/running";
import { Toasts } from "./app/toasts";
import { VIEWS } from "./app/views";
import { Carriers } from "./carrier/carriers";
import { Engine } from "./carrier/engine";
import { Http } from "./carrier/http";
import { spawnEngine } from "./carrier/worker";
import { askThrough } from "./contract";
import { followKeyboard } from "./app/keyboard";
import { keepOffline } from "./offline/register";
import { Kept } from "./state/kept";
import { browserStore } from "./state/store";
import { applyTheme } from "./theme/theme";
import "./theme/index.css";
import "./dice/dice.css";
import "./notation/notation.css";
import "./app/app.css";

const toasts = new Toasts();
const engine = new Engine(spawnEngine);
const isStatic = document.documentElement.dataset["carrier"] === "static";
const carriers = new Carriers(engine, isStatic ? null : new Http());
const kept = new Kept(browserStore(), () =>
  toasts.say("This browser has no room left: this lasts until the page is closed."),
);
applyTheme(kept.theme);
followKeyboard();
window.addEventListener("storage", ({ key }) => kept.refresh(key));

const stop = engine.watch(({ kind }) => {
  if (kind !== "ready" && kind !== "failed") return;
  stop();
  if (import.meta.env.PROD) {
    const offer = (use: () => void) => toasts.say("A new version of this page is here.", { text: "Use it", run: use }, "stays");
    // Where the browser keeps nothing, the page works all the same.
    keepOffline((version) => offer(() => version.use())).catch(() => undefined);
  }
});

// A task of its own, so that a slow machine draws and hears between reading the page's code and laying it out.
const place = document.getElementById("page");
if (place !== null) setTimeout(() => render(<App running={new Running(askThrough(carriers), () => engine.drop())} engine={engine} kept={kept} toasts={toasts} />, place));
// The first view comes first, then the others, which are small; the engine is some megabytes.
const others = () => Promise.allSettled(VIEWS.map((view) => view.load()));
setTimeout(() => requestAnimationFrame(() => setTimeout(() => void others().then(() => engine.start()))));
