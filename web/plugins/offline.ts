/** Tells the service worker which files make up this version of the page. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

import type { Kept } from "../src/offline/version";
import { engineParts } from "./engine";
import { ENGINE_POLICY, PAGE_POLICY } from "./policy";

const WORKER = "offline.js";
const PLACE = /["'`]__KEPT__["'`]/;
const NOT_KEPT = new Set([WORKER, "headers.json", "index.html"]);

export function offlineFiles(): Plugin {
  let publicDir = "";
  return {
    name: "offline-files",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk" || !PLACE.test(worker.code)) {
        throw new Error(`${WORKER} has no place for the list of files`);
      }
      const fixed = existsSync(publicDir) ? readdirSync(publicDir).sort() : [];
      const named = Object.keys(bundle).filter((name) => !NOT_KEPT.has(name) && !name.endsWith(".map"));
      const engine = Object.keys(engineParts().sizes).map((name) => `engine/${name}`);
      const page = bundle["index.html"];
      const version = createHash("sha256").update(worker.code);
      version.update(page?.type === "asset" ? page.source : "");
      for (const name of fixed) version.update(name).update(readFileSync(join(publicDir, name)));
      for (const name of [...named, ...engine]) version.update(name);
      const kept: Kept = {
        version: version.digest("hex").slice(0, 12),
        fixed: ["./", ...fixed],
        named: [...named, ...engine],
        policies: { page: PAGE_POLICY, engine: ENGINE_POLICY },
      };
      worker.code = worker.code.replace(PLACE, () => JSON.stringify(kept));
    },
  };
}
