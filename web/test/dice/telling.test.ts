import { describe, expect, test } from "vitest";
import type { Change, RolledDie, RolledGroup } from "../../src/dice/record";
import { countedOut, natural, shownFace } from "../../src/dice/record";
import { tellChange, tellDie, tellGroup, tellRoll } from "../../src/dice/telling";

function die(name: string, value: number, ...history: Change[]): RolledDie {
  return { die: name, face: value, value, kept: !history.some(({ did }) => did === "dropped"), history };
}

const dropped: Change = { did: "dropped", by: "kh3", from: 2, to: 2 };
const abilities: RolledGroup = {
  group: "4d6kh3",
  labels: [],
  total: 15,
  dice: [die("d6", 6), die("d6", 5), die("d6", 4), die("d6", 2, dropped)],
};

describe("what happened to a die", () => {
  test.each<[Change, string]>([
    [dropped, "dropped by kh3"],
    [{ did: "re-rolled", by: "r=1", from: 1, to: 5 }, "1 re-rolled by r=1 to 5"],
    [{ did: "exploded", by: "!", from: 6, to: 6 }, "exploded by !"],
    [{ did: "added", by: "!", from: 3, to: 3 }, "added by !"],
    [{ did: "folded", by: "!!", from: 6, to: 9 }, "grown by !! from 6 to 9"],
    [{ did: "raised", by: "min2", from: 1, to: 2 }, "raised by min2 from 1 to 2"],
    [{ did: "capped", by: "max4", from: 6, to: 4 }, "capped by max4 from 6 to 4"],
    [{ did: "counted", by: "c>=8", from: 9, to: 1 }, "counted by c>=8"],
    [{ did: "counted", by: "c>=8", from: 3, to: 0 }, "not counted by c>=8"],
    [{ did: "counted", by: "c", from: 10, to: 2 }, "counted as 2 by c"],
    [{ did: "polished", by: "x", from: 1, to: 1 }, "polished by x"],
  ])("%o", (change, told) => {
    expect(tellChange(change)).toBe(told);
  });

  test("a counted die shows its face, not what it counts", () => {
    const counted: RolledDie = { die: "d10", face: 3, value: 0, kept: true, history: [{ did: "counted", by: "c>=8", from: 3, to: 0 }] };
    expect(shownFace(counted)).toBe(3);
    expect(countedOut(counted)).toBe(true);
  });

  test("a re-rolled die shows its last face", () => {
    const again: RolledDie = { die: "d6", face: 1, value: 5, kept: true, history: [{ did: "re-rolled", by: "r=1", from: 1, to: 5 }] };
    expect(tellDie(again)).toBe("d6: 5, 1 re-rolled by r=1 to 5");
    expect(tellDie(die("d{0..99}", 58))).toBe("d100: 58");
  });

  test("a d20 is natural at its ends, unless it was dropped; other dice never are", () => {
    expect(natural(die("d20", 20))).toBe("high");
    expect(natural(die("d20", 1))).toBe("low");
    expect(natural(die("d20", 19))).toBeUndefined();
    expect(natural(die("d20", 20, dropped))).toBeUndefined();
    expect(natural(die("d6", 6))).toBeUndefined();
  });
});

describe("what is read aloud", () => {
  test("a group says what is kept, what is dropped and the sum", () => {
    expect(tellGroup(abilities)).toBe("4d6kh3 rolls 6, 5, 4 and drops 2: 15.");
  });

  test("a roll begins with its outcome", () => {
    expect(tellRoll([abilities], "-3")).toBe("Rolled −3. 4d6kh3 rolls 6, 5, 4 and drops 2: 15.");
  });

  test("labels are said, and so are explosions", () => {
    const fire: RolledGroup = { group: "1d6!", labels: ["fire"], total: 9, dice: [die("d6", 6, { did: "exploded", by: "!", from: 6, to: 6 }), die("d6", 3)] };
    expect(tellGroup(fire)).toBe("1d6! (fire) rolls 6 exploding, 3: 9.");
  });

  test("after twenty dice, how many more there are", () => {
    const many: RolledGroup = { group: "25d6", labels: [], total: 25, dice: Array.from({ length: 25 }, () => die("d6", 1)) };
    expect(tellGroup(many)).toContain("1, 1 and 5 more: 25.");
  });

  test("a group that keeps nothing says so", () => {
    expect(tellGroup({ group: "1d6k>6", labels: [], total: 0, dice: [die("d6", 2, dropped)] })).toBe("1d6k>6 keeps nothing and drops 2: 0.");
  });
});
