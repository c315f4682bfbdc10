/** The one function of Node that tests need: Vitest gives style sheets as empty texts. */
declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
}
