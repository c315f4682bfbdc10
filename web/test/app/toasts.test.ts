import { describe, expect, it, vi } from "vitest";

import { Toasts } from "../../src/app/toasts";

describe("toasts", () => {
  it("go by themselves, but for those that stay", () => {
    const later: (() => void)[] = [];
    const toasts = new Toasts((run) => later.push(run));
    toasts.say("passing");
    toasts.say("staying", undefined, "stays");
    later.forEach((run) => run());
    expect(toasts.current.map(({ text }) => text)).toEqual(["staying"]);
  });

  it("are three at most, the newest", () => {
    const toasts = new Toasts(() => undefined);
    for (const text of ["a", "b", "c", "d"]) toasts.say(text);
    expect(toasts.current.map(({ text }) => text)).toEqual(["b", "c", "d"]);
  });

  it("tell those who watch until they no longer do", () => {
    const toasts = new Toasts(() => undefined);
    const seen = vi.fn();
    const stop = toasts.watch(seen);
    toasts.say("a");
    stop();
    toasts.say("b");
    expect(seen).toHaveBeenCalledTimes(1);
  });
});
