import { describe, expect, it, vi } from "vitest";

import { Kept } from "../../src/state/kept";
import { MOST_ROLLS, type PastRoll } from "../../src/state/shapes";
import { passingStore } from "../../src/state/store";

const roll = (at: number): PastRoll => ({ at, expression: "d6", values: {}, outcome: "4", text: `d6 → (4) = 4 ${at}` });

describe("what is kept", () => {
  it("is there again for the next page", () => {
    const store = passingStore();
    const kept = new Kept(store);
    kept.addRoll(roll(1));
    kept.saveRoll("Fireball", "8d6");
    kept.setValue("str", "3");
    kept.keepSheet({ name: "Ann", toml: "name = 'Ann'", playing: ["scores"] });
    kept.setTheme("dark");
    kept.setDialect("roll20");
    const again = new Kept(store);
    expect([again.history, again.saved, again.values, again.sheets, again.theme, again.dialect]).toEqual([
      [roll(1)],
      [{ name: "Fireball", expression: "8d6" }],
      { str: "3" },
      [{ name: "Ann", toml: "name = 'Ann'", playing: ["scores"] }],
      "dark",
      "roll20",
    ]);
  });

  it("has each sheet at the tables of some games, not of all", () => {
    const kept = new Kept(passingStore());
    kept.keepSheet({ name: "Ann", toml: "", playing: ["scores"] });
    const tables = (): readonly string[] | undefined => kept.sheets[0]?.playing;
    const seat = (game: string, there: boolean): void => kept.sheets.forEach((sheet) => kept.seat(sheet, game, there));
    seat("tiers", true);
    seat("tiers", true);
    expect(tables()).toEqual(["scores", "tiers"]);
    seat("scores", false);
    expect(tables()).toEqual(["tiers"]);
  });

  it("has the newest rolls first, and no more than so many", () => {
    const kept = new Kept(passingStore());
    for (let at = 0; at <= MOST_ROLLS; at++) kept.addRoll(roll(at));
    expect(kept.history).toHaveLength(MOST_ROLLS);
    expect(kept.history[0]?.at).toBe(MOST_ROLLS);
  });

  it("has one saved roll under a name", () => {
    const kept = new Kept(passingStore());
    kept.saveRoll("a", "d6");
    kept.saveRoll("b", "d8");
    kept.saveRoll("a", "d10");
    expect(kept.saved).toEqual([
      { name: "a", expression: "d10" },
      { name: "b", expression: "d8" },
    ]);
    kept.forgetSaved("a");
    expect(kept.saved).toEqual([{ name: "b", expression: "d8" }]);
  });

  it.each([
    "not JSON",
    "null",
    '{"version":2,"data":[]}',
    '{"version":1,"data":{"at":1}}',
  ])("is empty where the storage holds %s", (held) => {
    const store = passingStore();
    store.setItem("astragal.history", held);
    expect(new Kept(store).history).toEqual([]);
  });

  it("leaves out what does not have its form", () => {
    const store = passingStore();
    const data = [roll(1), { at: "x" }, { ...roll(2), values: { "a b": "1", str: "x", dex: "-2" } }];
    store.setItem("astragal.history", JSON.stringify({ version: 1, data }));
    expect(new Kept(store).history).toEqual([roll(1), { ...roll(2), values: { dex: "-2" } }]);
  });

  it("lasts as long as the page where the browser has no room, and says so", () => {
    const full = vi.fn();
    const store = { ...passingStore(), setItem: () => { throw new DOMException("full", "QuotaExceededError"); } };
    const kept = new Kept(store, full);
    kept.saveRoll("a", "d6");
    expect(kept.saved).toHaveLength(1);
    expect(full).toHaveBeenCalledOnce();
  });

  it("follows another tab", () => {
    const store = passingStore();
    const [mine, other] = [new Kept(store), new Kept(store)];
    const seen = vi.fn();
    mine.watch(seen);
    other.setTheme("dark");
    mine.refresh("astragal.theme");
    expect(mine.theme).toBe("dark");
    expect(seen).toHaveBeenCalledOnce();
  });
});

describe("an export", () => {
  it("is imported elsewhere beside what is there", () => {
    const from = new Kept(passingStore());
    from.addRoll(roll(2));
    from.saveRoll("a", "d6");
    const to = new Kept(passingStore());
    to.addRoll(roll(3));
    to.addRoll(roll(2));
    to.saveRoll("b", "d8");
    expect(to.imported(from.exported())).toEqual({ added: "Imported 1 roll, 1 saved roll, 0 values, 0 sheets." });
    expect(to.history.map(({ at }) => at)).toEqual([3, 2]);
    expect(to.saved.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it.each([
    ["", "not exported"],
    ["[]", "not exported"],
    ['{"astragal":"kept","version":9}', "version 9"],
  ])("of another kind is refused: %s", (written, words) => {
    const came = new Kept(passingStore()).imported(written);
    expect("fault" in came ? came.fault : "").toContain(words);
  });
});
