import { writeRoute, routeTo } from "../../app/route";
import { useServices } from "../../app/services";
import { problemOf } from "../../contract";
import { newId } from "../../ids";
import type { Pasted } from "../../pasting/recognise";
import { sentence } from "../../words";
import { placeOf } from "../waiting/place";

const LONGEST_LINK = 20_000;

/** Opens what was pasted where it belongs, and says what it is. */
export function usePasted(onDice: (text: string) => void): (pasted: Pasted) => Promise<void> {
  const { ask, go, kept, toasts } = useServices();

  async function openToken(token: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await ask("look", { token: token as never });
    const { rule = "", expression = "" } = answer.token;
    const roll = { id: newId(), name: "", rule, typed: expression, answer, secret: answer.secret ?? null };
    kept.keepWaiting(roll);
    go(placeOf(roll));
  }

  async function openRecord(record: Readonly<Record<string, unknown>>): Promise<void> {
    const { packRecord } = await import("../../dice/recordLink");
    const route = routeTo("roll", { r: await packRecord(record) });
    if (writeRoute(route).length > LONGEST_LINK) return toasts.say("This record is too long: check it under Games, Records.");
    go(route);
  }

  /** A sheet sits down at the game of its first saved roll; without one, it is seated under Games. */
  async function openSheet(toml: string): Promise<void> {
    const { sheet } = await ask("sheet", { toml });
    const name = sheet.name === "" ? "Somebody" : sheet.name;
    const first = sheet.rolls?.[0];
    const game = first?.rule.includes(".") === true ? first.rule.split(".")[0] : undefined;
    kept.keepSheet({ name, toml, playing: game === undefined ? [] : [game] });
    if (game === undefined) go(routeTo("games"));
  }

  return async (pasted) => {
    toasts.say(`${pasted.what}.`);
    try {
      if (pasted.kind === "place") go(pasted.route);
      else if (pasted.kind === "dice") onDice(pasted.text);
      else if (pasted.kind === "sheet") await openSheet(pasted.toml);
      else await (pasted.kind === "token" ? openToken(pasted.token) : openRecord(pasted.record));
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) toasts.say(sentence(problem.message));
    }
  };
}
