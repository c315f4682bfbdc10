/** Macros to begin with, of each program. */
import { NOTHING, type State } from "./link";

export interface Example extends State {
  readonly title: string;
}

export const DIALECTS = [
  ["roll20", "Roll20"],
  ["foundry", "Foundry"],
  ["avrae", "Avrae"],
] as const;

export const FIRST: Example = {
  title: "Roll20: an attack that asks",
  dialect: "roll20",
  text: "&{template:default} {{name=@{name}’s sword}} {{Attack=[[1d20 + @{str} + ?{Cover|none,0|half,-2|three quarters,-5}]]}} {{Damage=[[2d6[sword] + @{str}]]}}",
  given: { ...NOTHING, values: { name: "Bob", str: "3" } },
};

export const EXAMPLES: readonly Example[] = [
  FIRST,
  {
    title: "Roll20: a table, and for the game master alone",
    dialect: "roll20",
    text: "/em searches the chest\n/w gm Trap: [[?{Dice|2}d6]]\nInside: [[1t[loot]]]",
    given: { ...NOTHING, tables: { loot: "d6 [1..3] some gold [4..5] a ring [6] a scroll" } },
  },
  {
    title: "Foundry: rolled on a click",
    dialect: "foundry",
    text: "The dragon breathes: [[/r 8d6[fire]]]{Fire}, half on a save of [[10 + @dc]]{DC}.",
    given: { ...NOTHING, values: { dc: "5" } },
  },
  {
    title: "Avrae: advantage, and six scores",
    dialect: "avrae",
    text: "!r 1d20+{strengthMod} adv to hit\n!rr 6 4d6kh3 score",
    given: { ...NOTHING, values: { strengthMod: "4" } },
  },
];
