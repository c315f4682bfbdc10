import { describe, expect, it, vi } from "vitest";

import { ProblemError, type Ask, type Paused, type Problem, type Rolled } from "../../../src/contract";
import { Kept } from "../../../src/state/kept";
import { passingStore } from "../../../src/state/store";
import { namedDice } from "../../../src/views/games/GamePicker";
import { gameGroups } from "../../../src/dice/drawn";
import { facesIn } from "../../../src/views/games/play/faces";
import { goOn, start } from "../../../src/views/games/play/rolling";
import { draftOf, newDraft, sectionsOf, sheetOf, withSection } from "../../../src/views/games/sheets/draft";
import { withRoll } from "../../../src/views/games/sheets/saving";
import { namesOf } from "../../../src/views/games/sheets/useSheets";

const secret = { secret: 1, values: { dc: 15 }, salt: "s" };
const asking = (answer: unknown) => vi.fn(() => Promise.resolve(answer)) as unknown as Ask;

describe("a roll", () => {
  it("keeps its secret over a pause", async () => {
    const paused = await start(asking({ paused: {}, token: {}, secret }), { rule: "triumph.check" }, ["dc"], null);
    if (paused?.kind !== "paused") throw new Error("it should wait");
    const ask = asking({ roll: {}, outcome: "7" } as unknown as Rolled);
    const rolled = await goOn(ask, paused, { decision: "keep", moments: true, sheets: [], faces: [4] });
    expect(rolled).toMatchObject({ kind: "rolled", secret, revealed: false });
    expect(ask).toHaveBeenCalledWith("resume", { token: {}, decision: "keep", moments: true, sheets: [], faces: [4], luck: false }, expect.anything());
  });

  it("that was refused says why, and one that was replaced says nothing", async () => {
    const problem = { code: "bad", message: "no" } as Problem;
    const refused = vi.fn(() => Promise.reject(new ProblemError(problem))) as unknown as Ask;
    const replaced = vi.fn(() => Promise.reject(new DOMException("newer", "AbortError"))) as unknown as Ask;
    expect(await start(refused, {}, [], null)).toEqual({ kind: "problem", problem });
    expect(await start(replaced, {}, [], null)).toBeNull();
  });
});

describe("dice", () => {
  const die = (name: string, face: number, kept = true) => ({ die: name, position: 0, face, value: face, kept, history: [] });
  const group = (text: string, ...dice: ReturnType<typeof die>[]) => ({ group: text, labels: [], total: 0, dice });

  it("of one kind, rolled one after another, stand side by side", () => {
    const groups: Paused["paused"]["groups"] = [group("d{0..99}", die("d{0..99}", 7)), group("d{0..99}", die("d{0..99}", 42)), group("pool of 2d10", die("d10", 1), die("d10", 2, false))];
    expect(gameGroups(groups).map((each) => [each.group, each.dice.length])).toEqual([["2d100", 2], ["2d10", 2]]);
  });

  it("of a game are those it names", () => {
    expect(namedDice({ title: "d20s with ▲", short: ["Dominance adds a d6", "2d20▼ of d20"] })).toEqual(["d20", "d6"]);
    expect(namedDice({ title: "cards", short: [] })).toEqual([]);
  });

  it.each([["12, 4 7;-1", [12, 4, 7, -1]], ["", []], ["4, x", null]])("rolled by hand are numbers: %j", (typed, faces) => {
    expect(facesIn(typed)).toEqual(faces);
  });
});

describe("a sheet", () => {
  const sheet = {
    name: "Ann",
    values: [{ name: "Stealth", value: "2", under: ["Skills", "Body"] }],
    rolls: [{ name: "Sneak", rule: "scores.test", parameters: { modifier: "Stealth", advantages: 1, tags: ["a", "b"] } }],
    circumstances: [{ name: "the dark", gives: { disadvantages: 1 }, on: ["Stealth"], lasts: "2 rounds", begins_when: "" }],
  };

  it("comes back from its form as it was", () => {
    const back = sheetOf(draftOf(sheet));
    expect(back).toEqual({ ...sheet, rolls: [{ ...sheet.rolls[0], parameters: { modifier: "Stealth", advantages: 1, tags: "a, b" } }] });
    expect(sheetOf(newDraft([]))).toEqual({ name: "", values: [], rolls: [], circumstances: [] });
  });

  it("keeps its headings, and puts what is new under one of them", () => {
    const [level, stealth] = [{ name: "Level", value: "3", under: [] }, { name: "Stealth", value: "2", under: ["Skills"] }];
    expect(sectionsOf([level, stealth]).map(({ title }) => title)).toEqual(["", "Skills"]);
    const longer = withSection([level, stealth], 1, [stealth, { name: "Climb", value: "4" }]);
    expect(longer).toEqual([level, stealth, { name: "Climb", value: "4", under: ["Skills"] }]);
    expect(sectionsOf([])).toHaveLength(1);
  });

  it("leaves out names that were only offered, and nothing that somebody said", () => {
    const draft = newDraft(["Strength", "Agility"]);
    expect(draft.values.map(({ name }) => name)).toEqual(["Strength", "Agility", ""]);
    const filled = { ...draft, values: [...draft.values, { name: "Luck", value: "" }].map((each) => (each.name === "Agility" ? { ...each, value: "3" } : each)) };
    expect(sheetOf(filled, ["Strength", "Agility"]).values).toEqual([{ name: "Agility", value: "3" }, { name: "Luck", value: "" }]);
  });

  it("gives names, with whose they are where several have them", () => {
    const bob = { name: "Bob", data: { name: "Bob", values: [{ name: "Stealth", value: "3" }, { name: "Axe", value: "1d12" }] }, problem: null };
    expect(namesOf([{ name: "Ann", data: sheet, problem: null }, bob, { name: "Cy", data: null, problem: null }])).toEqual(["Stealth", "Ann: Stealth", "Bob: Stealth", "Axe"]);
  });

  it("takes a roll under a name, without what was left open", async () => {
    const ask = vi.fn((_: string, given: object) => Promise.resolve("toml" in given ? { toml: "old", sheet } : { toml: "new", sheet })) as unknown as Ask;
    const kept = await withRoll(ask, { name: "Ann", toml: "old", playing: ["scores"] }, { name: "Sneak", rule: "scores.test", parameters: { modifier: 3, ranges: null } });
    expect(kept.toml).toBe("new");
    expect(ask).toHaveBeenLastCalledWith("sheet", { sheet: { ...sheet, rolls: [{ name: "Sneak", rule: "scores.test", parameters: { modifier: 3 } }] } });
  });

  it("keeps its place among the others, also under another name", () => {
    const kept = new Kept(passingStore());
    for (const name of ["Ann", "Bob", "Cy"]) kept.keepSheet({ name, toml: "", playing: ["scores"] });
    kept.keepSheet({ name: "Ben", toml: "x", playing: [] }, "Bob");
    kept.keepSheet({ name: "Ann", toml: "y", playing: ["scores"] });
    expect(kept.sheets.map(({ name, toml }) => `${name} ${toml}`.trim())).toEqual(["Ann y", "Ben x", "Cy"]);
    kept.keepSheet({ name: "Cy", toml: "z", playing: ["scores"] }, "Ann");
    expect(kept.sheets.map(({ name }) => name)).toEqual(["Cy", "Ben"]);
  });
});
