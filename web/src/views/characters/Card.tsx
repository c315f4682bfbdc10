import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useAnswer } from "../../app/useAnswer";
import { problemOf, type Paused, type Rolled } from "../../contract";
import type { KeptSheet } from "../../state/shapes";
import { briefOf } from "../games/odds/headline";
import { afterRoll, AS_WRITTEN, callsOf, holds, subjectOf, takesAid, withStanding, type Call, type Game, type SheetData, type Standing } from "./calls";

interface CardProps {
  readonly sheet: KeptSheet;
  readonly data: SheetData;
  readonly game: Game;
  /** shows a roll; resolves when its dice lie */
  readonly onRolled: (answer: Rolled | Paused, who: string, rule: string) => Promise<void>;
}

const MOST = 16;
const AIDS = [
  ["advantages", "Advantage"],
  ["disadvantages", "Disadvantage"],
] as const;

/** A character: what it rolls with one tap, with the odds of each, and what holds for all its rolls. */
export function Card({ sheet, data, game, onRolled }: CardProps) {
  const { ask, kept, toasts } = useServices();
  const [standing, setStanding] = useState<Standing>(AS_WRITTEN);
  const used = withStanding(data, standing);
  const toml = useToml(sheet.toml, standing.turned.size === 0 ? null : used);
  const calls = callsOf(data, game).slice(0, MOST);

  async function roll(call: Call) {
    if (toml === null) return;
    try {
      const answer = await ask("start", { ...subjectOf(call, game, toml, standing), luck: true }, { supersedes: "character" });
      await onRolled(answer, `${data.name}: ${call.name}`, call.rule);
      if ("roll" in answer) await keepChanges(answer);
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) toasts.say(`${call.name}: ${problem.message}`);
    }
  }

  /** What ended with the roll stays so. */
  async function keepChanges({ changes = [], sheets: [after] = [] }: Rolled) {
    if (changes.length === 0 || after === undefined) return;
    const before = kept.sheets;
    const { sheet: left } = await ask("sheet", { toml: after });
    const { toml: written } = await ask("sheet", { sheet: afterRoll(data, used, left) });
    kept.keepSheet({ ...sheet, toml: written });
    toasts.say(`On the sheet: ${changes.join(", ")}.`, { text: "Undo", run: () => kept.setSheets(before) });
  }

  function turn(name: string) {
    const turned = new Set(standing.turned);
    if (!turned.delete(name)) turned.add(name);
    setStanding({ ...standing, turned });
  }

  return (
    <section class="character" aria-label={data.name}>
      <h2>{data.name}</h2>
      <div class="toolbar" role="group" aria-label="For the next rolls">
        {takesAid(game)
          ? AIDS.map(([aid, title]) => (
              <button key={aid} type="button" class="small" aria-pressed={standing.aid === aid} onClick={() => setStanding({ ...standing, aid: standing.aid === aid ? null : aid })}>
                {title}
              </button>
            ))
          : null}
        {(data.circumstances ?? []).map((each) => (
          <button key={each.name} type="button" class="small" aria-pressed={holds(each, standing)} onClick={() => turn(each.name)}>
            {each.name}
          </button>
        ))}
      </div>
      <ul class="calls">
        {calls.map((call) => (
          <li key={`${call.saved} ${call.name}`}>
            <button type="button" onClick={() => void roll(call)}>
              <span>{call.name}</span>
              {toml === null ? null : <Brief call={call} game={game} toml={toml} standing={standing} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The text of the sheet as it is used now; the one that is kept, where nothing is turned. */
function useToml(written: string, turned: SheetData | null): string | null {
  const { ask } = useServices();
  const [made, setMade] = useState<string | null>(null);
  const key = JSON.stringify(turned);
  useEffect(() => {
    setMade(null);
    if (turned === null) return undefined;
    let wanted = true;
    ask("sheet", { sheet: turned }).then(
      (answer) => wanted && setMade(answer.toml),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [key]);
  return turned === null ? written : made;
}

function Brief({ call, game, toml, standing }: { call: Call; game: Game; toml: string; standing: Standing }) {
  const { answer } = useAnswer("odds", subjectOf(call, game, toml, standing), { delay: 60 });
  const brief = briefOf(answer);
  return brief === null ? null : (
    <small class="call-odds">
      {brief.figure} <span>{brief.words}</span>
    </small>
  );
}
