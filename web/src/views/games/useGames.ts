import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useAnswer } from "../../app/useAnswer";
import type { Answers, Problem } from "../../contract";

export interface KnownGames {
  readonly games: Answers["games"]["games"] | null;
  /** games that are installed but cannot be opened, and why */
  readonly broken: Answers["games"]["broken"];
  readonly problem: Problem | null;
  /** each game with its rules, as far as they have come; the one that is wanted comes first */
  readonly described: Readonly<Record<string, Answers["game"]>>;
}

/** All games; what a rule needs is fetched once, so that going from game to game keeps everything as it is. */
export function useGames(wanted: string | undefined): KnownGames {
  const { ask } = useServices();
  const { answer, problem } = useAnswer("games", {});
  const [described, setDescribed] = useState<Readonly<Record<string, Answers["game"]>>>({});
  const games = answer?.games ?? null;

  useEffect(() => {
    if (games === null) return undefined;
    const given = new AbortController();
    const names = games.map(({ name }) => name).sort((left, right) => Number(right === wanted) - Number(left === wanted));
    void (async () => {
      for (const name of names) {
        const game = await ask("game", { name }, { signal: given.signal }).catch(() => null);
        if (given.signal.aborted) return;
        if (game !== null) setDescribed((before) => ({ ...before, [name]: game }));
      }
    })();
    return () => given.abort();
  }, [games]);
  return { games, broken: answer?.broken ?? [], problem, described };
}
