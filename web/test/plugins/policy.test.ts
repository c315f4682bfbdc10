import { describe, expect, it } from "vitest";

import { ENGINE_POLICY, HEADERS, PAGE_POLICY } from "../../plugins/policy";

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

describe("the content security policies", () => {
  it("allow WebAssembly to the engine alone, and inline or evaluated script to nobody", () => {
    expect(PAGE_POLICY).not.toContain("unsafe");
    expect(ENGINE_POLICY.match(/'[a-z-]*unsafe[a-z-]*'/g)).toEqual(["'wasm-unsafe-eval'"]);
  });

  it("allow no other host", () => {
    for (const policy of [PAGE_POLICY, ENGINE_POLICY]) {
      expect(policy.startsWith("default-src 'none'; ")).toBe(true);
      expect(policy).not.toMatch(/https?:|\*/);
    }
  });

  it.each(["/", "/index.html", "/offline.js", "/engine/worker-1.js", "/assets/page-1.js"])(
    "do not meet on one path: %s",
    (path) => {
      for (const name of ["Content-Security-Policy", "Cache-Control"]) {
        const found = HEADERS.filter(([pattern, headers]) => matches(pattern, path) && name in headers);
        expect(found.length).toBeLessThanOrEqual(1);
      }
    },
  );
});
