/** The guides in docs/, converted when the page is built: `virtual:guides` lists them, each is a part of its own. */
import { readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import type { Plugin } from "vite";

import { readMarkdown, type Page, type Places } from "./markdown";

const DOCS = resolve(import.meta.dirname, "../../docs");
const GUIDES = [
  "notation",
  "table-talk",
  "odds",
  "games/README",
  "games/scores",
  "games/tiers",
  "games/percentile",
  "games/target",
  "games/triumph",
  "pauses",
  "command-line",
  "rolls",
  "rules",
  "service",
];
const LIST = "virtual:guides";
const ONE = "virtual:guide/";
const PLAIN = "\0";

export function guides(): Plugin {
  return {
    name: "guides",
    resolveId: (id) => (id === LIST || id.startsWith(ONE) ? PLAIN + id : null),
    load(id) {
      if (id === PLAIN + LIST) return listed();
      if (!id.startsWith(PLAIN + ONE)) return null;
      const guide = id.slice((PLAIN + ONE).length);
      this.addWatchFile(fileOf(guide));
      return written(guide);
    },
  };
}

/** The name of a guide in links: `games/README` is `games`. */
export function nameOf(guide: string): string {
  return guide.replace(/\/README$/, "").replaceAll("/", "-");
}

function listed(): string {
  const rows = GUIDES.map((guide) => {
    const { title } = readMarkdown(readFileSync(fileOf(guide), "utf-8"), NOWHERE);
    const [name, shown, place] = [nameOf(guide), title, ONE + guide].map((each) => JSON.stringify(each));
    return `{ name: ${name}, title: ${shown}, load: () => import(${place}) }`;
  });
  return `export default [${rows.join(", ")}];`;
}

/** A module that exports the trees of a guide; its images are files of the page. */
function written(guide: string): string {
  const images: string[] = [];
  const page: Page = readMarkdown(readFileSync(fileOf(guide), "utf-8"), {
    link: (href) => linkFrom(guide, href),
    image: (src) => `image:${images.push(resolve(DOCS, posix.dirname(guide), src)) - 1}`,
  });
  const imports = images.map((path, index) => `import image${index} from ${JSON.stringify(`${path}?url`)};`);
  const trees = JSON.stringify(page.trees).replace(/"image:(\d+)"/g, "image$1");
  return `${imports.join("\n")}\nexport default ${trees};`;
}

/** Links between guides stay on the page, links to hosts are kept, and others lead nowhere here. */
export function linkFrom(guide: string, href: string): string | null {
  if (/^https:\/\//.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? guide : posix.join(posix.dirname(guide), path).replace(/\.md$/, "");
  if (!GUIDES.includes(target)) return null;
  const query = anchor === undefined ? "" : `?at=${encodeURIComponent(anchor)}`;
  return `#v1/learn/guide/${nameOf(target)}${query}`;
}

function fileOf(guide: string): string {
  return resolve(DOCS, `${guide}.md`);
}

const NOWHERE: Places = { link: () => null, image: () => null };
