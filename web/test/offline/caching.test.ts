import { beforeEach, describe, expect, it } from "vitest";

import { Version } from "../../src/offline/caching";
import type { Kept } from "../../src/offline/version";

const BASE = "https://dice.example/play/";

/** Caches as browsers have them, in memory. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();

  async open(name: string): Promise<Cache> {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const held = this.all.get(name)!;
    return {
      put: async (address: string, response: Response) => void held.set(address, response),
      match: async (address: string) => held.get(address)?.clone(),
    } as unknown as Cache;
  }

  async match(address: string): Promise<Response | undefined> {
    for (const held of this.all.values()) if (held.has(address)) return held.get(address)!.clone();
    return undefined;
  }

  keys = async (): Promise<string[]> => [...this.all.keys()];
  delete = async (name: string): Promise<boolean> => this.all.delete(name);
}

let caches: FakeCaches;
let network: Map<string, Response>;
let fetched: string[];

function version(kept: Partial<Kept>): Version {
  const files: Kept = {
    version: "1",
    fixed: ["./"],
    named: [],
    policies: { page: "page's", engine: "engine's" },
    ...kept,
  };
  return new Version(files, {
    caches: caches as unknown as CacheStorage,
    base: BASE,
    fetch: async (request) => {
      const name = request.url.slice(BASE.length);
      fetched.push(name);
      return network.get(name)?.clone() ?? new Response("", { status: 404 });
    },
  });
}

const text = async (from: Version, address: string): Promise<string | undefined> =>
  (await from.answer(new Request(new URL(address, BASE))))?.text();

beforeEach(() => {
  caches = new FakeCaches();
  fetched = [];
  network = new Map([
    ["", new Response("the page")],
    ["assets/page-1.js", new Response("script 1")],
    ["assets/page-2.js", new Response("script 2")],
    ["engine/worker-1.js", new Response("worker")],
    ["engine/core-1.zip", new Response("core")],
  ]);
});

describe("a kept version of the page", () => {
  it("answers with its own files once it is installed, the page under both its names", async () => {
    const one = version({ named: ["assets/page-1.js", "engine/core-1.zip"] });
    await one.install();
    network.clear();
    expect(await text(one, "./")).toBe("the page");
    expect(await text(one, "./index.html")).toBe("the page");
    expect(await text(one, "./?from=home#odds")).toBe("the page");
    expect(await text(one, "engine/core-1.zip")).toBe("core");
  });

  it("leaves the server's answers and other requests alone", async () => {
    const one = version({});
    await one.install();
    for (const address of ["api/v1/odds", "assets/unknown.js", "https://dice.example/"]) {
      const request = new Request(new URL(address, BASE));
      expect(one.has(request)).toBe(false);
      expect(await one.answer(request)).toBeNull();
    }
    expect(one.has(new Request(BASE, { method: "POST" }))).toBe(false);
  });

  it("is kept as a whole or not at all", async () => {
    await version({ version: "1" }).install();
    const two = version({ version: "2", named: ["assets/missing.js"] });
    await expect(two.install()).rejects.toThrow("assets/missing.js");
    expect(await caches.keys()).toEqual(["astragal-1"]);
  });

  it("takes from the version before what has not changed, and never the page itself", async () => {
    await version({ version: "1", named: ["assets/page-1.js", "engine/core-1.zip"] }).install();
    fetched = [];
    network.set("", new Response("a new page"));
    const two = version({ version: "2", named: ["assets/page-2.js", "engine/core-1.zip"] });
    await two.install();
    expect(fetched.sort()).toEqual(["", "assets/page-2.js"]);
    expect(await text(two, "./")).toBe("a new page");
    expect(await text(two, "engine/core-1.zip")).toBe("core");
  });

  it("forgets the versions before it when it takes over, and nobody else's caches", async () => {
    await caches.open("another-program");
    await version({ version: "1" }).install();
    const two = version({ version: "2" });
    await two.install();
    await two.activate();
    expect(await caches.keys()).toEqual(["another-program", "astragal-2"]);
  });

  it("adds the policies that a host did not send, to page and engine alone", async () => {
    network.set("", new Response("", { headers: { "Content-Security-Policy": "the host's" } }));
    const one = version({ named: ["engine/worker-1.js", "engine/core-1.zip"] });
    await one.install();
    const policy = async (name: string): Promise<string | null | undefined> =>
      (await one.answer(new Request(new URL(name, BASE))))?.headers.get("Content-Security-Policy");
    expect(await policy("./")).toBe("the host's");
    expect(await policy("engine/worker-1.js")).toBe("engine's");
    expect(await policy("engine/core-1.zip")).toBeNull();
  });
});
