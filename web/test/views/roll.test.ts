import { describe, expect, it, vi } from "vitest";

import { readRoute, writeRoute } from "../../src/app/route";
import { ProblemError, type Ask, type Problem } from "../../src/contract";
import { faceOf } from "../../src/dice/groups";
import { linkedRoll, rollRoute } from "../../src/views/roll/link";
import { luckWords, type Luck } from "../../src/dice/luck";
import { rollText } from "../../src/views/roll/rolling";

const share = (exact: string) => ({ exact, approx: null });
const luck = (below: string | null, equal: string, above: string | null): Luck => ({
  below: below === null ? null : share(below),
  equal: share(equal),
  above: above === null ? null : share(above),
});

describe("luck in words", () => {
  it.each([
    [luck("611/648", "19/648", "1/36"), "Only 2.8 % of rolls are higher."],
    [luck("1/36", "19/648", "611/648"), "Only 2.8 % of rolls are lower."],
    [luck("1/4", "1/2", "1/4"), "25.0 % of rolls are higher."],
    [luck("215/216", "1/216", "0"), "As high as it goes: 0.5 % of rolls do this."],
    [luck("0", "1/216", "215/216"), "As low as it goes: 0.5 % of rolls do this."],
    [luck(null, "7/12", null), "58.3 % of rolls end like this."],
    [luck(null, "99999/100000", null), "More than 99.9 % of rolls end like this."],
    [luck(null, "1/100000", null), "Less than 0.1 % of rolls end like this."],
    [luck("0", "1", "0"), null],
  ])("%j", (given, words) => {
    expect(luckWords(given)).toBe(words);
  });
});

describe("a link to a roll", () => {
  it("leads to its text and values", () => {
    const fragment = writeRoute(rollRoute("d20 + @str&x", { str: "-3", dex: "7/2" }));
    const read = readRoute(fragment, ["roll"]);
    expect(read !== null && "route" in read && linkedRoll(read.route)).toEqual({
      text: "d20 + @str&x",
      values: { str: "-3", dex: "7/2" },
    });
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
  ])("%j is drawn as %j", (data, drawn) => {
    expect(faceOf(data)).toBe(drawn);
  });
});

const PROBLEM: Problem = {
  type: "", title: "", status: 422, detail: "", code: "empty", message: "nothing", hint: null, place: null, text: null,
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
