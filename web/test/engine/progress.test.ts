import { describe, expect, it } from "vitest";

import { megabytes, Progress } from "../../src/engine/progress";

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

describe("megabytes", () => {
  it("are told once it is known how many there are", () => {
    expect(megabytes({ loaded: 0, total: 1 })).toBe("");
    expect(megabytes({ loaded: 4_999_999, total: 12_100_000 })).toBe("4 of 13 MB");
    expect(megabytes({ loaded: 13_000_000, total: 13_000_000 })).toBe("13 of 13 MB");
  });
});
