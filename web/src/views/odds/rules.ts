/** The games' rules, as far as this view needs them. */
import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import type { Answers, Ask, Parameter } from "../../contract";

export type GameInfo = Answers["game"];
export type RuleInfo = GameInfo["rules"][number];

/** Every game with its rules, fetched once they are wanted; empty until they are there. */
export function useGames(wanted: boolean): readonly GameInfo[] {
  const { ask } = useServices();
  const [games, setGames] = useState<readonly GameInfo[]>([]);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (!wanted || begun) return;
    setBegun(true);
    allGames(ask).then(setGames, () => setBegun(false));
  }, [ask, wanted]);
  return games;
}

async function allGames(ask: Ask): Promise<readonly GameInfo[]> {
  const { games } = await ask("games", {});
  return Promise.all(games.map(({ name }) => ask("game", { name })));
}

export function findRule(games: readonly GameInfo[], name: string): RuleInfo | null {
  return games.flatMap(({ rules }) => rules).find((rule) => rule.name === name) ?? null;
}

/** What is looked at first: what the rule is aimed at, or else its first field. */
export function firstField({ aim, fields }: RuleInfo): string {
  return aim !== null && fields.includes(aim) ? aim : (fields[0] ?? "");
}

/** Values to begin with, so that there is something to see: a word if the parameter has words, else a middling number. */
export function firstParameters({ parameters }: RuleInfo): Readonly<Record<string, string>> {
  const needed = parameters.filter(({ required, name }) => required || DIFFICULTIES.has(name));
  return Object.fromEntries(needed.map((parameter) => [parameter.name, firstValue(parameter)]));
}

const DIFFICULTIES = new Set(["target", "dc", "ranges"]);

function firstValue({ type, least, most, names, choices, default: usual }: Parameter): string {
  if (typeof usual === "string" || typeof usual === "number") return String(usual);
  if (names !== undefined) {
    const words = Object.keys(names);
    return words[Math.floor(words.length / 2)] ?? "";
  }
  if (choices !== undefined) return choices[0] ?? "";
  if (type === "integer") return String(most !== undefined && most >= 100 ? 50 : Math.max(least ?? 0, 12));
  if (type === "list") return "50";
  return "";
}
