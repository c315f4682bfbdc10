import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Engine, type State } from "../../src/carrier/engine";
import { FakeWorker, odds } from "./fakes";

const PATIENCE = { start: 30_000, answer: 8_000 };

function made(): { engine: Engine; workers: FakeWorker[] } {
  const workers: FakeWorker[] = [];
  const engine = new Engine(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, PATIENCE);
  return { engine, workers };
}

describe("the engine's client", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("holds questions until the engine is up, then asks them one at a time", async () => {
    const { engine, workers } = made();
    const first = engine.ask(odds("1d6"));
    const second = engine.ask(odds("2d6"));
    expect(workers[0]!.asked).toEqual([]);
    workers[0]!.ready();
    expect(workers[0]!.texts).toEqual(["1d6"]);
    workers[0]!.answer("one");
    expect(await first).toEqual({ status: 200, body: "one" });
    expect(workers[0]!.texts).toEqual(["1d6", "2d6"]);
    workers[0]!.answer("two", 422);
    expect(await second).toEqual({ status: 422, body: "two" });
  });

  it("ends what the worker does for nobody, and goes on with what is wanted", async () => {
    const { engine, workers } = made();
    const given = new AbortController();
    const long = engine.ask(odds("1d6"), { signal: given.signal });
    workers[0]!.ready();
    const wanted = engine.ask(odds("2d6"));
    engine.drop();
    expect(workers).toHaveLength(1);
    given.abort();
    await expect(long).rejects.toThrow();
    engine.drop();
    expect(workers).toHaveLength(2);
    workers[1]!.ready();
    expect(workers[1]!.texts).toEqual(["2d6"]);
    workers[1]!.answer("two");
    expect(await wanted).toEqual({ status: 200, body: "two" });
  });

  it("tells how far it is, and when it is up", () => {
    const { engine, workers } = made();
    const states: State[] = [];
    const stop = engine.watch((state) => states.push(state));
    engine.start();
    workers[0]!.say({ kind: "progress", loaded: 3, total: 9 });
    workers[0]!.ready();
    stop();
    workers[0]!.say({ kind: "progress", loaded: 9, total: 9 });
    expect(states).toEqual([
      { kind: "progress", loaded: 0, total: 1 },
      { kind: "progress", loaded: 3, total: 9 },
      { kind: "ready", seconds: 1 },
    ]);
  });

  it("starts one worker, however often it is told to", () => {
    const { engine, workers } = made();
    engine.start();
    engine.start();
    expect(workers).toHaveLength(1);
  });

  it("says so if nothing is heard for thirty seconds", async () => {
    const { engine, workers } = made();
    const asked = engine.ask(odds("1d6"));
    const ended = expect(asked).rejects.toMatchObject({ name: "Unreachable" });
    vi.advanceTimersByTime(29_999);
    expect(engine.state.kind).toBe("progress");
    vi.advanceTimersByTime(1);
    expect(engine.state).toEqual({ kind: "failed", why: "nothing was heard of it for 30 seconds" });
    expect(workers[0]!.terminated).toBe(true);
    await ended;
  });

  it("waits longer on a slow line, as long as bytes come in", () => {
    const { engine, workers } = made();
    engine.start();
    for (let loaded = 1; loaded <= 5; loaded++) {
      vi.advanceTimersByTime(20_000);
      workers[0]!.say({ kind: "progress", loaded, total: 5 });
    }
    expect(engine.state.kind).toBe("progress");
  });

  it("stays as it is after a failure, and tries again only when it is told to", async () => {
    const { engine, workers } = made();
    engine.start();
    workers[0]!.say({ kind: "failed", why: "no WebAssembly" });
    await expect(engine.ask(odds("1d6"))).rejects.toMatchObject({ message: "no WebAssembly" });
    expect(engine.state).toEqual({ kind: "failed", why: "no WebAssembly" });
    engine.start();
    expect(workers).toHaveLength(1);
    engine.retry();
    engine.retry();
    expect(workers).toHaveLength(2);
    expect(engine.state.kind).toBe("progress");
  });

  it("fails if the worker's script cannot be loaded, or no worker be had", () => {
    const { engine, workers } = made();
    engine.start();
    workers[0]!.onerror?.({ message: "" } as ErrorEvent);
    expect(engine.state).toEqual({ kind: "failed", why: "its script could not be loaded" });
    const none = new Engine(() => {
      throw new Error("no workers here");
    });
    none.start();
    expect(none.state).toEqual({ kind: "failed", why: "Error: no workers here" });
  });

  it("leaves out what a newer question has replaced before it was asked", async () => {
    const { engine, workers } = made();
    engine.start();
    workers[0]!.ready();
    const running = engine.ask(odds("1d6"), { supersedes: "odds" });
    const replaced = engine.ask(odds("2d6"), { supersedes: "odds" });
    const other = engine.ask(odds("9d9"), { supersedes: "other" });
    const newest = engine.ask(odds("3d6"), { supersedes: "odds" });
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expect(replaced).rejects.toMatchObject({ name: "AbortError" });
    workers[0]!.answer("for nobody");
    workers[0]!.answer("other");
    workers[0]!.answer("newest");
    expect(await other).toEqual({ status: 200, body: "other" });
    expect(await newest).toEqual({ status: 200, body: "newest" });
    expect(workers[0]!.texts).toEqual(["1d6", "9d9", "3d6"]);
  });

  it("asks nothing that is no longer wanted", async () => {
    const { engine, workers } = made();
    const controller = new AbortController();
    const asked = engine.ask(odds("1d6"), { signal: controller.signal });
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
    workers[0]!.ready();
    expect(workers[0]!.asked).toEqual([]);
    await expect(engine.ask(odds("2d6"), { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("ends a worker that does not answer, and goes on with another", async () => {
    const { engine, workers } = made();
    engine.start();
    workers[0]!.ready();
    const endless = engine.ask(odds("endless"));
    const next = engine.ask(odds("1d6"));
    vi.advanceTimersByTime(8_000);
    const reply = await endless;
    expect(reply.status).toBe(503);
    expect(JSON.parse(reply.body)).toMatchObject({ code: "too-slow", status: 503, place: null });
    expect(workers[0]!.terminated).toBe(true);
    workers[1]!.ready();
    workers[1]!.answer("after all");
    expect(await next).toEqual({ status: 200, body: "after all" });
  });

  it("starts again without the question that it broke down over", async () => {
    const { engine, workers } = made();
    engine.start();
    workers[0]!.ready();
    const deadly = engine.ask(odds("deadly"));
    const next = engine.ask(odds("1d6"));
    workers[0]!.say({ kind: "failed", why: "RuntimeError: unreachable" });
    const reply = await deadly;
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.body)).toMatchObject({ code: "broken-down" });
    workers[1]!.ready();
    workers[1]!.answer("one");
    expect((await next).body).toBe("one");
    expect(workers[1]!.texts).toEqual(["1d6"]);
  });

  it("takes no answer for another question's", async () => {
    const { engine, workers } = made();
    engine.start();
    workers[0]!.ready();
    const asked = engine.ask(odds("1d6"));
    workers[0]!.say({ id: 99, status: 200, body: "a stray answer" });
    workers[0]!.answer("its own");
    expect((await asked).body).toBe("its own");
  });
});
