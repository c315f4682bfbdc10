/** Rolls as the engine records them, with faces chosen by hand. */

import type { Change, Face, RolledDie, RolledGroup } from "../src/dice/record";

function die(name: string, face: Face, value: Face = face, history: Change[] = []): RolledDie {
  return { die: name, face, value, kept: !history.some((change) => change.did === "dropped"), history };
}

function change(did: string, by: string, from: Face, to: Face = from): Change {
  return { did, by, from, to };
}

function group(text: string, total: Face, dice: RolledDie[], labels: string[] = []): RolledGroup {
  return { group: text, labels, total, dice };
}

export const abilities = [
  group("4d6kh3", 15, [die("d6", 6), die("d6", 5), die("d6", 4), die("d6", 2, 2, [change("dropped", "kh3", 2)])]),
];

export const attack = [
  group("2d20kh1", 20, [die("d20", 20), die("d20", 1, 1, [change("dropped", "kh1", 1)])]),
  group("1d20", 1, [die("d20", 1)]),
  group("3d6!", 18, [
    die("d6", 6, 6, [change("exploded", "!", 6)]),
    die("d6", 4, 4, [change("added", "!", 4)]),
    die("d6", 5),
    die("d6", 3),
  ], ["fire"]),
  group("2d8r=1", 11, [die("d8", 1, 7, [change("re-rolled", "r=1", 1, 7)]), die("d8", 4)]),
  group("2d4min2", 5, [die("d4", 1, 2, [change("raised", "min2", 1, 2)]), die("d4", 3)]),
  group("2d6!!", 13, [die("d6", 6, 9, [change("folded", "!!", 6, 9)]), die("d6", 4)]),
];

export const mixed = [
  group("1d100", 42, [die("d100", 42)]),
  group("4dF", 1, [die("dF", 1), die("dF", 1), die("dF", -1), die("dF", 0)]),
  group("1d12", 11, [die("d12", 11)]),
  group("1d10", 10, [die("d10", 10)]),
  group("2d2", 3, [die("d2", 1), die("d2", 2)]),
  group("1d7", 5, [die("d7", 5)]),
  group("{2d6, 1d12}kh1", 8, [die("2d6", 8), die("1d12", 6, 6, [change("dropped", "kh1", 6)])]),
];

export const pool = [
  group("6d10c>=8", 2, [8, 2, 10, 6, 7, 3].map((face) =>
    die("d10", face, face >= 8 ? 1 : 0, [change("counted", "c>=8", face, face >= 8 ? 1 : 0)]))),
];

export const many = [group("200d6", 700, Array.from({ length: 200 }, (_, index) => die("d6", (index * 5) % 6 + 1)))];
