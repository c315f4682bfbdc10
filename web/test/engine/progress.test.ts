import { describe, expect, it } from "vitest";

import { Progress } from "../../src/engine/progress";

describe("progress", () => {
  it("counts what comes in of several files, and leaves them to be read", async () => {
    const told: number[] = [];
    const progress = new Progress(10, (loaded) => told.push(loaded));
    const [first, second] = [new Response("abcdef"), new Response("ghij")];
    await progress.follow(first);
    await progress.follow(second);
    expect(told).toEqual([6, 10]);
    expect((await first.text()) + (await second.text())).toBe("abcdefghij");
  });

  it("never tells of more than there is", async () => {
    const told: number[] = [];
    await new Progress(2, (loaded) => told.push(loaded)).follow(new Response("abcdef"));
    expect(told).toEqual([2]);
  });

  it("does not count what was not found", async () => {
    const told: number[] = [];
    const progress = new Progress(9, (loaded) => told.push(loaded));
    await progress.follow(new Response("nothing here", { status: 404 }));
    expect(told).toEqual([]);
  });
});
