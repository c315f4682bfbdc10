/**
 * What a browser lets the page do. The page and its engine have policies of their own: a worker obeys
 * the header of its own response, and only the engine may compile WebAssembly.
 */
import type { Plugin } from "vite";

export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export const ENGINE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
].join("; ");

/** Only a header can say this, not the page itself. */
const IN_HEADERS_ALONE = "; frame-ancestors 'none'";

const FOR_EVER = "public, max-age=31536000, immutable";
const ASK_FIRST = "no-cache";
const PAGE = { "Content-Security-Policy": PAGE_POLICY + IN_HEADERS_ALONE, "Cache-Control": ASK_FIRST };

/**
 * The headers of each path, for whoever serves the page. No two of these with a policy match one path:
 * hosts would send both policies, and a browser obeys what both allow.
 */
export const HEADERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    "/*",
    {
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    },
  ],
  ["/", PAGE],
  ["/index.html", PAGE],
  ["/offline.js", { "Content-Security-Policy": "default-src 'none'; connect-src 'self'", "Cache-Control": ASK_FIRST }],
  ["/assets/*", { "Cache-Control": FOR_EVER }],
  ["/engine/*", { "Content-Security-Policy": ENGINE_POLICY, "Cache-Control": FOR_EVER }],
];

/** Writes the policy into the page, and the headers beside it. */
export function contentPolicy(): Plugin {
  return {
    name: "content-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY },
        injectTo: "head-prepend",
      },
    ],
    generateBundle() {
      this.emitFile({
        type: "asset",
        fileName: "headers.json",
        source: `${JSON.stringify(HEADERS, null, 1)}\n`,
      });
    },
  };
}
