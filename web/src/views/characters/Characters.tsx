import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";
import type { Paused, Rolled } from "../../contract";
import type { KeptSheet } from "../../state/shapes";
import type { Game, SheetData } from "./calls";
import { Card } from "./Card";
import "./characters.css";

interface Known {
  readonly sheet: KeptSheet;
  readonly data: SheetData;
  readonly game: Game;
}

interface CharactersProps {
  readonly onRolled: (answer: Rolled | Paused, who: string, rule: string) => Promise<void>;
}

/** Those who sit at a table of some game, as cards. */
export default function Characters({ onRolled }: CharactersProps) {
  const { kept } = useServices();
  const sheets = useWatched(kept, () => kept.sheets).filter(({ playing }) => playing.length > 0);
  const known = useKnown(sheets);
  if (known.length === 0) return null;
  return (
    <section class="characters screen-only" aria-label="Characters">
      {known.map(({ sheet, data, game }) => (
        <Card key={sheet.name} sheet={sheet} data={data} game={game} onRolled={onRolled} />
      ))}
    </section>
  );
}

/** The sheets as the engine reads them, each with the game that was joined last; those that cannot be read are told under Games. */
function useKnown(sheets: readonly KeptSheet[]): readonly Known[] {
  const { ask } = useServices();
  const [known, setKnown] = useState<readonly Known[]>([]);
  useEffect(() => {
    let wanted = true;
    const reading = sheets.map(async (sheet): Promise<Known[]> => {
      try {
        const [{ sheet: data }, game] = await Promise.all([ask("sheet", { toml: sheet.toml }), ask("game", { name: sheet.playing.at(-1)! })]);
        return [{ sheet, data, game }];
      } catch {
        return [];
      }
    });
    void Promise.all(reading).then((found) => wanted && setKnown(found.flat()));
    return () => {
      wanted = false;
    };
  }, [JSON.stringify(sheets)]);
  return known;
}
