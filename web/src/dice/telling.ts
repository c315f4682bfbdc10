/** What happened to dice, in sentences that are shown and read aloud. */

import { figure, readable } from "./kinds";
import { did, natural, shownFace, type Change, type Critical, type RolledDie, type RolledGroup } from "./record";

const TOLD: Record<string, (change: Change) => string> = {
  dropped: ({ by }) => `dropped by ${by}`,
  "re-rolled": ({ by, from, to }) => `${figure(from)} re-rolled by ${by} to ${figure(to)}`,
  exploded: ({ by }) => `exploded by ${by}`,
  folded: ({ by, from, to }) => `grown by ${by} from ${figure(from)} to ${figure(to)}`,
  added: ({ by }) => `added by ${by}`,
  raised: ({ by, from, to }) => `raised by ${by} from ${figure(from)} to ${figure(to)}`,
  capped: ({ by, from, to }) => `capped by ${by} from ${figure(from)} to ${figure(to)}`,
  changed: ({ by, from, to }) => `changed by ${by} from ${figure(from)} to ${figure(to)}`,
  counted: ({ by, to }) => counts(by, to),
  critical: ({ by }) => `marked critical by ${by}`,
  fumble: ({ by }) => `marked a fumble by ${by}`,
};

function counts(by: string, worth: Change["to"]): string {
  if (worth === 0) return `not counted by ${by}`;
  return worth === 1 ? `counted by ${by}` : `counted as ${figure(worth)} by ${by}`;
}

export function tellChange(change: Change): string {
  const told = TOLD[change.did];
  return told === undefined ? `${change.did} by ${change.by}` : told(change);
}

/** `d6: 1 re-rolled by r=1 to 4`: one die from the table to the total. */
export function tellDie(die: RolledDie, critical: Critical | undefined = natural(die)): string {
  const words = [`${readable(die.die)}: ${figure(shownFace(die))}`];
  if (critical !== undefined) words.push(critical === "high" ? "a natural high" : "a natural low");
  return [...words, ...die.history.map(tellChange)].join(", ");
}

const SPOKEN = 20;

/** `4d6kh3 rolls 6, 5, 4 and drops 2: 15.` */
export function tellGroup(group: RolledGroup): string {
  const kept = group.dice.filter((die) => die.kept);
  const dropped = group.dice.filter((die) => !die.kept);
  const parts = [kept.length === 0 ? "keeps nothing" : `rolls ${listed(kept.map(spokenDie))}`];
  if (dropped.length > 0) parts.push(`drops ${listed(dropped.map((die) => figure(shownFace(die))))}`);
  const named = group.labels.length === 0 ? group.group : `${group.group} (${group.labels.join(", ")})`;
  return `${named} ${parts.join(" and ")}: ${figure(group.total)}.`;
}

function spokenDie(die: RolledDie): string {
  const shown = figure(shownFace(die));
  if (did(die, "exploded")) return `${shown} exploding`;
  if (did(die, "re-rolled")) return `${shown} re-rolled`;
  return shown;
}

function listed(words: readonly string[]): string {
  if (words.length <= SPOKEN) return words.join(", ");
  return `${words.slice(0, SPOKEN).join(", ")} and ${words.length - SPOKEN} more`;
}

/** The whole roll in one breath: the outcome first, since that is what everybody waits for. */
export function tellRoll(groups: readonly RolledGroup[], outcome: string): string {
  return [`Rolled ${figure(outcome)}.`, ...groups.map(tellGroup)].join(" ");
}
