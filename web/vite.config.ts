/// <reference types="vitest/config" />
import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

import { engineParts, shippedEngine } from "./plugins/engine";
import { guides } from "./plugins/guides";
import { offlineFiles } from "./plugins/offline";
import { contentPolicy } from "./plugins/policy";

/** What the Roll view needs; the service worker is a file by itself. */
const FIRST = /^(?!.*src\/offline\/(?!register))/;
/** What drawings need, and what is done with them. */
const CHARTS = /src\/(?:charts\/|pictures|files\.ts|app\/(?:Downloads|drawn|useGrowing|useLast|useLinked|useLate)|views\/odds\/files)/;

export default defineConfig({
  base: "./",
  define: { __ENGINE__: JSON.stringify(engineParts()) },
  plugins: [preact(), guides(), contentPolicy(), shippedEngine(), offlineFiles()],
  build: {
    target: "es2022",
    outDir: "../src/astragal/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { page: "index.html", offline: "src/offline/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "offline" ? "offline.js" : "assets/[name]-[hash].js"),
        // What several views share is one file: small ones are packed worse, each by itself.
        codeSplitting: { groups: [{ name: "first", tags: ["$initial"], test: FIRST, priority: 1 }, { name: "charts", test: CHARTS }] },
      },
    },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "engine/[name]-[hash].js" } },
  },
  // Making a document takes a second: tests that draw ask for one (`@vitest-environment jsdom`), and all share a process.
  test: { environment: "node", isolate: false, include: ["test/**/*.test.{ts,tsx}"] },
});
