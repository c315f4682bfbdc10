/** The gallery: every component with fixed data. `npx vite demo` shows it, `npx vite build demo` writes `demo/dist`. */

import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

export default defineConfig({ base: "./", plugins: [preact()] });
