/** A game's dice as they are drawn. */
import { groupsOf, type Groups } from "../../../dice/groups";
import type { RolledGroup } from "../../../dice/record";

/** Single dice of one kind, rolled one after another, stand side by side. */
export function drawnGroups(groups: Groups): RolledGroup[] {
  const drawn: RolledGroup[] = [];
  for (const group of groupsOf(groups)) {
    const last = drawn.at(-1);
    if (last !== undefined && last.group === group.group && group.labels.length === 0 && plain(group) && plain(last)) {
      drawn[drawn.length - 1] = { ...last, dice: [...last.dice, ...group.dice] };
    } else drawn.push(group);
  }
  return drawn.map((group) => ({ ...group, group: readable(group) }));
}

function plain(group: RolledGroup): boolean {
  return group.dice.every((die) => die.kept && die.history.length === 0);
}

/** `d{0..99}` is read as a d100 by everybody. */
function readable({ group, dice }: RolledGroup): string {
  const die = group.replace(/^pool of /, "").replace("d{0..99}", "d100").replace("d{0..9}", "d10");
  return dice.length > 1 && /^d\d/.test(die) ? `${dice.length}${die}` : die;
}
