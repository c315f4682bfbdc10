/** The engine's files, made before by `python -m tools.page`, in the page's build. */
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

import type { Parts } from "../src/engine/parts";

const FOLDER = resolve(import.meta.dirname, "../engine");
const NONE: Parts = { runtime: "", flint: "", core: "", sizes: {}, lock: {} };

/** The names of the engine's files; none where they were not made, as in tests of the page alone. */
export function engineParts(): Parts {
  const list = join(FOLDER, "parts.json");
  return existsSync(list) ? (JSON.parse(readFileSync(list, "utf-8")) as Parts) : NONE;
}

/** Puts the engine's files beside the page. */
export function shippedEngine(): Plugin {
  let target = "";
  return {
    name: "engine",
    apply: "build",
    configResolved(config) {
      target = resolve(config.root, config.build.outDir, "engine");
    },
    closeBundle() {
      if (existsSync(FOLDER)) {
        cpSync(FOLDER, target, { recursive: true });
        rmSync(join(target, "parts.json"), { force: true });
      }
    },
  };
}
