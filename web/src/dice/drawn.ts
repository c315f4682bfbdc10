/** Dice as they are drawn: those of a rule are put together by what they are for. */
import type { Rolled } from "../contract";
import { groupsOf, type Groups } from "./groups";
import { readable } from "./kinds";
import type { RolledGroup } from "./record";

export function drawnGroups(roll: Rolled["roll"]): RolledGroup[] {
  return "rule" in roll ? gameGroups(roll.groups) : groupsOf(roll.groups);
}

/** Single dice of one kind, rolled one after another, stand side by side. */
export function gameGroups(groups: Groups): RolledGroup[] {
  const drawn: RolledGroup[] = [];
  for (const group of groupsOf(groups)) {
    const last = drawn.at(-1);
    if (last !== undefined && alike(last, group) && plain(group) && plain(last)) {
      drawn[drawn.length - 1] = { ...last, dice: [...last.dice, ...group.dice] };
    } else drawn.push(group);
  }
  return drawn.map((group) => ({ ...group, group: named(group) }));
}

/** Single dice of one kind, for the same purpose. */
function alike(one: RolledGroup, other: RolledGroup): boolean {
  const single = /^(?:pool of )?d[\d{%]/.test(other.group) && other.dice.length === 1;
  return single && one.group === other.group && one.labels.join() === other.labels.join();
}

function plain(group: RolledGroup): boolean {
  return group.dice.every((die) => die.kept && die.history.length === 0);
}

/** How many of which, as people write it. */
function named({ group, dice }: RolledGroup): string {
  const die = readable(group.replace(/^(?:pool|best|worst|total) of /, ""));
  return dice.length > 1 && /^d\d/.test(die) ? `${dice.length}${die}` : die;
}
