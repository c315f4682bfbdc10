import { useEffect, useMemo, useState } from "preact/hooks";

import { useServices } from "../../../app/services";
import { useWatched } from "../../../app/useWatched";
import { problemOf, type Problem } from "../../../contract";
import type { KeptSheet } from "../../../state/shapes";
import type { SheetData } from "./draft";

export interface ReadSheet {
  readonly name: string;
  readonly data: SheetData | null;
  readonly problem: Problem | null;
}

export interface Sheets {
  /** the game that is played: a sheet made for one need not fit another */
  readonly game: string;
  readonly all: readonly KeptSheet[];
  /** the TOML of those at the table */
  readonly party: readonly string[];
  /** those at the table, as the engine reads them */
  readonly read: readonly ReadSheet[];
  /** names that may be typed for numbers */
  readonly names: readonly string[];
}

/** The sheets that are kept in this browser, and what is on those at the table of a game. */
export function useSheets(game: string): Sheets {
  const { ask, kept } = useServices();
  const all = useWatched(kept, () => kept.sheets);
  const playing = all.filter((each) => each.playing.includes(game));
  const key = JSON.stringify(playing.map(({ toml }) => toml));
  const party = useMemo(() => playing.map(({ toml }) => toml), [key]);
  const [read, setRead] = useState<readonly ReadSheet[]>([]);

  useEffect(() => {
    let wanted = true;
    const asked = playing.map(async ({ name, toml }): Promise<ReadSheet> => {
      try {
        const { sheet } = await ask("sheet", { toml });
        return { name, data: sheet, problem: null };
      } catch (error) {
        return { name, data: null, problem: problemOf(error) };
      }
    });
    void Promise.all(asked).then((found) => wanted && setRead(found));
    return () => {
      wanted = false;
    };
  }, [ask, key]);
  return { game, all, party, read, names: useMemo(() => namesOf(read), [read]) };
}

/** Plain names, and whose they are where several have them. */
export function namesOf(read: readonly ReadSheet[]): readonly string[] {
  const owners = new Map<string, string[]>();
  for (const { name, data } of read) {
    for (const value of data?.values ?? []) owners.set(value.name, [...(owners.get(value.name) ?? []), name]);
  }
  return [...owners].flatMap(([name, by]) => (by.length === 1 ? [name] : [name, ...by.map((owner) => `${owner}: ${name}`)]));
}
