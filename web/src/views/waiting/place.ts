/** Where a roll that waits is gone on with, and what it is called. */
import { routeTo, type Route } from "../../app/route";
import type { WaitingRoll } from "../../state/shapes";
import { ruleTitle } from "../../words";

export function placeOf({ rule, id }: Pick<WaitingRoll, "rule" | "id">): Route {
  return rule === "" ? routeTo("roll", {}, [id]) : routeTo("games", {}, [...rule.split("."), id]);
}

export function titleOf({ name, rule, typed }: Pick<WaitingRoll, "name" | "rule" | "typed">): string {
  if (name !== "") return name;
  return rule === "" ? typed : ruleTitle(rule);
}
