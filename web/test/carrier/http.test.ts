import { describe, expect, it, vi } from "vitest";

import { Http } from "../../src/carrier/http";
import { odds } from "./fakes";

const untilAborted: typeof fetch = (_, init) => {
  const signal = init!.signal!;
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
};

describe("questions over HTTP", () => {
  it("posts the fields to the question's address, and gives the answer's bytes", async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response('{"a": 1}', { status: 422 }));
    expect(await new Http("api/v1/", fetched).ask(odds("1d6"))).toEqual({ status: 422, body: '{"a": 1}' });
    const [address, init] = fetched.mock.calls[0]!;
    expect(address).toBe("api/v1/odds");
    expect(init).toMatchObject({ method: "POST", body: '{"expression":"1d6"}' });
  });

  it("says that the server cannot be reached, by itself or behind a proxy", async () => {
    const lost = new Http("", async () => {
      throw new TypeError("Failed to fetch");
    });
    await expect(lost.ask(odds("1d6"))).rejects.toMatchObject({ name: "Unreachable" });
    const proxy = new Http("", async () => new Response("", { status: 502 }));
    await expect(proxy.ask(odds("1d6"))).rejects.toMatchObject({ name: "Unreachable" });
  });

  it("takes a server that does not answer for lost", async () => {
    const silent = new Http("", untilAborted, 1);
    await expect(silent.ask(odds("1d6"))).rejects.toMatchObject({ name: "Unreachable" });
  });

  it("ends a request that a newer one replaces", async () => {
    const http = new Http("", async (address, init) =>
      init!.body === '{"expression":"2d6"}' ? new Response("newer") : untilAborted(address, init),
    );
    const older = http.ask(odds("1d6"), { supersedes: "odds" });
    const newer = http.ask(odds("2d6"), { supersedes: "odds" });
    await expect(older).rejects.toMatchObject({ name: "AbortError" });
    expect((await newer).body).toBe("newer");
  });
});
