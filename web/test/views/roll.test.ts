import { describe, expect, it, vi } from "vitest";

import { readRoute, writeRoute } from "../../src/app/route";
import { ProblemError, type Ask, type Problem } from "../../src/contract";
import { faceOf } from "../../src/dice/groups";
import { linkedRoll, rollRoute } from "../../src/views/roll/link";
import { luckWords, type Luck } from "../../src/dice/luck";
import { rollText } from "../../src/views/roll/rolling";

const share = { exact: "1/36", approx: null };
const luck = (words: string): Luck => ({ below: null, equal: share, above: null, words });

describe("luck in words", () => {
  it("is a sentence of the engine's", () => {
    expect(luckWords(luck("the best there is: 2.78 % of rolls are that high"))).toBe("The best there is: 2.78 % of rolls are that high.");
  });

  it("is nothing where nothing else could come up", () => {
    expect(luckWords(luck(""))).toBeNull();
  });
});

describe("a link to a roll", () => {
  it("leads to its text and values", () => {
    const fragment = writeRoute(rollRoute("d20 + @str&x", { str: "-3", dex: "7/2" }));
    const read = readRoute(fragment, ["roll"]);
    expect(read !== null && "route" in read && linkedRoll(read.route)).toEqual({
      text: "d20 + @str&x",
      dialect: "",
      values: { str: "-3", dex: "7/2" },
    });
  });

  it("leads to its dialect, if that is the name of one", () => {
    expect(linkedRoll(rollRoute("8d10>7", {}, "roll", "roll20"))?.dialect).toBe("roll20");
    expect(linkedRoll(rollRoute("8d10>7", {}, "roll", "<b>"))?.dialect).toBe("");
    expect(rollRoute("2d6", {}).params.has("d")).toBe(false);
  });

  it("leaves out what is no value", () => {
    const route = rollRoute("d6", {});
    for (const each of ["a b=1", "x", "y=z", "two=1=2", "ok=1"]) route.params.append("v", each);
    expect(linkedRoll(route)?.values).toEqual({ ok: "1" });
  });
});

describe("a face", () => {
  it.each([
    [3, 3],
    ["mixed", "mixed"],
    [{ numerator: 7, denominator: 2 }, "7/2"],
    [[1, [2, 3]], "1, 2, 3"],
    [true, "true"],
    [{ symbols: { crit: 1, hit: 2 } }, "crit + 2 hit"],
    [{ symbols: {} }, "blank"],
  ])("%j is drawn as %j", (data, drawn) => {
    expect(faceOf(data)).toBe(drawn);
  });
});

const PROBLEM: Problem = {
  type: "", title: "", status: 422, detail: "", code: "empty", message: "nothing", hint: null, place: null, text: null, fixes: [],
};
const reading = (choices: boolean) => ({
  reading: { expression: "d6", words: "", variables: ["str"], choices },
  problem: null,
});

describe("rolling a text", () => {
  const answering = (answers: Record<string, unknown>) =>
    vi.fn((name: string) =>
      answers[name] instanceof Error || answers[name] instanceof DOMException ? Promise.reject(answers[name]) : Promise.resolve(answers[name]),
    );

  it("rolls dice with their luck", async () => {
    const ask = answering({ read: reading(false), roll: { text: "d6" } });
    const settled = await rollText(ask as unknown as Ask, "d6", () => ({ str: 3 }));
    expect(settled).toEqual({ kind: "rolled", typed: "d6", answer: { text: "d6" } });
    expect(ask).toHaveBeenLastCalledWith("roll", { expression: "d6", variables: { str: 3 }, luck: true }, expect.anything());
  });

  it("reads dice of another program, and rolls them as ours", async () => {
    const ask = answering({ read: reading(false), roll: { text: "d6" } });
    const settled = await rollText(ask as unknown as Ask, "1d6", () => ({}), "roll20");
    expect(ask).toHaveBeenNthCalledWith(1, "read", { text: "1d6", dialect: "roll20" }, expect.anything());
    expect(ask).toHaveBeenLastCalledWith("roll", { expression: "d6", variables: {}, luck: true }, expect.anything());
    expect(settled).toMatchObject({ kind: "rolled", typed: "d6" });
  });

  it("starts dice that leave a choice", async () => {
    const ask = answering({ read: reading(true), start: { paused: {}, token: {} } });
    const settled = await rollText(ask as unknown as Ask, "d6r?", () => ({}));
    expect(settled?.kind).toBe("paused");
  });

  it("says what cannot be read, without rolling", async () => {
    const ask = answering({ read: { reading: null, problem: PROBLEM } });
    expect(await rollText(ask as unknown as Ask, "", () => ({}))).toEqual({ kind: "unread", problem: PROBLEM });
  });

  it("says what cannot be rolled", async () => {
    const ask = answering({ read: reading(false), roll: new ProblemError(PROBLEM) });
    expect((await rollText(ask as unknown as Ask, "d6", () => ({})))?.kind).toBe("problem");
  });

  it("says nothing of what a newer roll replaced", async () => {
    const ask = answering({ read: new DOMException("replaced", "AbortError") });
    expect(await rollText(ask as unknown as Ask, "d6", () => ({}))).toBeNull();
  });
});
