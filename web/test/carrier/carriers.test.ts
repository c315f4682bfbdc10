import { describe, expect, it } from "vitest";

import { tooSlow, Unreachable } from "../../src/carrier/carrier";
import { Carriers } from "../../src/carrier/carriers";
import { Engine } from "../../src/carrier/engine";
import { FakeCarrier, FakeWorker, fine, odds } from "./fakes";

function started(): { engine: Engine; worker: FakeWorker } {
  const worker = new FakeWorker();
  const engine = new Engine(() => worker);
  engine.start();
  return { engine, worker };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("both carriers as one", () => {
  it("asks the server until the engine is up, and the engine from then on", async () => {
    const { engine, worker } = started();
    const carriers = new Carriers(engine, new FakeCarrier([fine("by the server")]));
    expect(await carriers.ask(odds("1d6"))).toEqual(fine("by the server"));
    worker.ready();
    const asked = carriers.ask(odds("1d6"));
    await soon();
    worker.answer("by the engine");
    expect(await asked).toEqual(fine("by the engine"));
  });

  it("waits for the engine on a static site", async () => {
    const { engine, worker } = started();
    const asked = new Carriers(engine).ask(odds("1d6"));
    await soon();
    worker.ready();
    worker.answer("by the engine");
    expect(await asked).toEqual(fine("by the engine"));
  });

  it("goes on with the engine when the server is lost, and tries it again after a while", async () => {
    const { engine, worker } = started();
    const server = new FakeCarrier([new Unreachable("offline"), fine("back again")]);
    let now = 0;
    const carriers = new Carriers(engine, server, () => now);
    const lost = carriers.ask(odds("1d6"));
    await soon();
    now = 6_000;
    expect(await carriers.ask(odds("3d6"))).toEqual(fine("back again"));
    worker.ready();
    worker.answer("by the engine");
    expect(await lost).toEqual(fine("by the engine"));
  });

  it("leaves a lost server alone for a while", async () => {
    const { engine, worker } = started();
    const server = new FakeCarrier([new Unreachable("offline")]);
    const carriers = new Carriers(engine, server, () => 0);
    const first = carriers.ask(odds("1d6"));
    await soon();
    const second = carriers.ask(odds("2d6"));
    await soon();
    expect(server.asked).toHaveLength(1);
    worker.ready();
    worker.answer("one");
    await soon();
    worker.answer("two");
    expect([await first, await second]).toEqual([fine("one"), fine("two")]);
  });

  it("has the server do what is too slow in a browser", async () => {
    const { engine, worker } = started();
    worker.ready();
    const carriers = new Carriers(engine, new FakeCarrier([fine("done natively")]));
    const asked = carriers.ask(odds("40d100kh20"));
    await soon();
    worker.answer(tooSlow("…").body, 503);
    expect(await asked).toEqual(fine("done natively"));
  });

  it("has the server answer about games that only it has, and list them", async () => {
    const { engine, worker } = started();
    worker.ready();
    const server = new FakeCarrier([fine("all games"), fine("rolled there"), fine("compared there")]);
    const carriers = new Carriers(engine, server);
    expect(await carriers.ask({ ask: "games" })).toEqual(fine("all games"));
    const asked = carriers.ask({ ask: "roll", rule: "night_watch.spot" });
    await soon();
    worker.answer('{"code": "no-such-game"}', 404);
    expect(await asked).toEqual(fine("rolled there"));
    const compared = carriers.ask({ ask: "compare", of: ["night_watch.spot"] });
    await soon();
    worker.answer('{"problems": [{"code": "no-such-game"}]}');
    expect(await compared).toEqual(fine("compared there"));
  });

  it("says too slow if there is no server, and other refusals as they are", async () => {
    const { engine, worker } = started();
    worker.ready();
    const slow = tooSlow("…");
    const alone = new Carriers(engine).ask(odds("40d100kh20"));
    await soon();
    worker.answer(slow.body, 503);
    expect(await alone).toEqual(slow);
    const server = new FakeCarrier([]);
    const refused = new Carriers(engine, server).ask(odds("2d"));
    await soon();
    worker.answer('{"code":"bad-notation"}', 422);
    expect((await refused).status).toBe(422);
    expect(server.asked).toEqual([]);
  });

  it("asks the server if the engine cannot come up", async () => {
    const { engine, worker } = started();
    worker.say({ kind: "failed", why: "no WebAssembly" });
    const carriers = new Carriers(engine, new FakeCarrier([fine("by the server")]));
    expect(await carriers.ask(odds("1d6"))).toEqual(fine("by the server"));
  });

  it("goes on with a roll that a server has signed nowhere else", async () => {
    const { engine, worker } = started();
    worker.ready();
    const resume = { ask: "resume", token: { signature: "…" } };
    const carriers = new Carriers(engine, new FakeCarrier([fine("gone on")]));
    expect(await carriers.ask(resume)).toEqual(fine("gone on"));
    await expect(new Carriers(engine).ask(resume)).rejects.toMatchObject({ name: "Unreachable" });
    expect(worker.asked).toEqual([]);
  });

  it("replaces an older question whichever carrier has it", async () => {
    const { engine, worker } = started();
    const carriers = new Carriers(engine);
    const older = carriers.ask(odds("1d6"), { supersedes: "odds" });
    const newer = carriers.ask(odds("2d6"), { supersedes: "odds" });
    await expect(older).rejects.toMatchObject({ name: "AbortError" });
    worker.ready();
    worker.answer("newer");
    expect(await newer).toEqual(fine("newer"));
    expect(worker.texts).toEqual(["2d6"]);
  });
});
