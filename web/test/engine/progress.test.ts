// @vitest-environment node
import { describe, expect, it } from "vitest";

import { Progress } from "../../src/engine/progress";

describe("progress", () => {
  it("counts what is read of several files, and changes none", async () => {
    const told: number[] = [];
    const progress = new Progress(10, (loaded) => told.push(loaded));
    const first = progress.counted(new Response("abcdef", { headers: { "Content-Type": "text/x" } }));
    expect(first.headers.get("Content-Type")).toBe("text/x");
    expect(await first.text()).toBe("abcdef");
    expect(await progress.counted(new Response("ghij")).text()).toBe("ghij");
    expect(told).toEqual([6, 10]);
  });

  it("never tells of more than there is", async () => {
    const told: number[] = [];
    await new Progress(2, (loaded) => told.push(loaded)).counted(new Response("abcdef")).text();
    expect(told).toEqual([2]);
  });

  it("does not count what was not found", () => {
    const missing = new Response("nothing here", { status: 404 });
    expect(new Progress(9, () => undefined).counted(missing)).toBe(missing);
  });
});
