/** A record's dice as they are drawn: whatever is no plain number is written out. */
import type { Paused, Rolled } from "../contract";
import type { Face, RolledGroup } from "./record";
import { symbolsText } from "./symbols";

export type Groups = Rolled["roll"]["groups"] | Paused["paused"]["groups"];

const KNOWN = new WeakMap<Groups, RolledGroup[]>();

export function groupsOf(groups: Groups): RolledGroup[] {
  const known = KNOWN.get(groups) ?? drawable(groups);
  KNOWN.set(groups, known);
  return known;
}

function drawable(groups: Groups): RolledGroup[] {
  return groups.map((group) => ({

    group: group.group,
    labels: group.labels,
    total: faceOf(group.total),
    dice: group.dice.map((die) => ({
      die: die.die,
      face: die.face,
      value: faceOf(die.value),
      kept: die.kept,
      history: die.history.map((each) => ({
        did: each.did,
        by: each.by,
        from: faceOf(each.from),
        to: faceOf(each.to),
      })),
    })),
  }));
}

export function faceOf(data: unknown): Face {
  if (typeof data === "number" || typeof data === "string") return data;
  if (Array.isArray(data)) return data.map(faceOf).join(", ");
  if (typeof data === "object" && data !== null && "numerator" in data && "denominator" in data) {
    return `${String(data.numerator)}/${String(data.denominator)}`;
  }
  const symbols = typeof data === "object" && data !== null ? symbolsText(data) : null;
  return symbols ?? String(data);
}
