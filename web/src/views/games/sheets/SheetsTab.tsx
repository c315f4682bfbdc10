import { useRef, useState } from "preact/hooks";

import { useServices } from "../../../app/services";
import { problemOf, type Answers } from "../../../contract";
import { fileName, saveText } from "../../../files";
import type { KeptSheet } from "../../../state/shapes";
import { SheetEditor, type Left } from "./SheetEditor";
import type { Sheets } from "./useSheets";

type Games = Answers["games"]["games"];

interface SheetsTabProps {
  readonly sheets: Sheets;
  /** the names that sheets of the game have */
  readonly names: readonly string[];
  readonly games: Games;
}

const LARGEST = 200_000;
const NEW = "";

/** The sheets that are kept here: made, changed, brought in and taken out. */
export function SheetsTab({ sheets, names, games }: SheetsTabProps) {
  const { ask, kept, toasts } = useServices();
  const file = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState<string | null>(sheets.all.length === 0 ? NEW : null);
  const { all, game } = sheets;
  const sheet = all.find(({ name }) => name === edited) ?? null;
  const drafts = useRef(new Map<string, Left>());
  const begun = sheet === null ? `${NEW} ${game}` : `${sheet.name} ${sheet.toml}`;

  async function bring(chosen: FileList | null) {
    const seated: string[] = [];
    for (const each of chosen ?? []) {
      if (each.size > LARGEST) {
        toasts.say(`${each.name} is too large to be a sheet.`);
        continue;
      }
      const name = await keep(await each.text(), each.name);
      if (name !== null) seated.push(name);
    }
    if (seated.length > 0) toasts.say(`${listed(seated)} ${seated.length === 1 ? "is" : "are"} at the table.`);
  }

  /** The name of the sheet; null if it could not be read. */
  async function keep(toml: string, from: string): Promise<string | null> {
    try {
      const { sheet: read } = await ask("sheet", { toml });
      const name = read.name === "" ? from.replace(/\.toml$/, "") : read.name;
      const known = kept.sheets.find((each) => each.name === name)?.playing ?? [];
      kept.keepSheet({ name, toml, playing: [...known.filter((each) => each !== game), game] });
      setEdited(name);
      return name;
    } catch (error) {
      toasts.say(`${from}: ${problemOf(error)?.message ?? "it could not be read"}`);
      return null;
    }
  }

  function remove({ name }: KeptSheet) {
    const before = kept.sheets;
    kept.forgetSheet(name);
    if (edited === name) setEdited(null);
    toasts.say(`${name}’s sheet is gone.`, { text: "Undo", run: () => kept.setSheets(before) });
  }

  async function passRound() {
    const before = kept.sheets;
    for (const each of before.filter(({ playing }) => playing.includes(game))) {
      try {
        const { toml } = await ask("sheet", { toml: each.toml, rounds: 1 });
        kept.keepSheet({ ...each, toml });
      } catch {
        // Its own problem is told where it is edited.
      }
    }
    toasts.say("A round has passed.", { text: "Undo", run: () => kept.setSheets(before) });
  }

  return (
    <div class="columns sheets-tab">
      <section class="narrow stack" aria-label="Sheets">
        <ul class="sheet-list">
          {all.map((each) => (
            <li key={each.name}>
              <label class="check">
                <input type="checkbox" checked={each.playing.includes(game)} onChange={({ currentTarget }) => kept.seat(each, game, currentTarget.checked)} />
                {each.name}
              </label>
              <button type="button" class="small quiet" aria-pressed={each.name === edited} aria-label={`Edit ${each.name}`} onClick={() => setEdited(each.name)}>
                Edit
              </button>
              <button type="button" class="small quiet" aria-label={`Export ${each.name}`} onClick={() => saveText(each.toml, fileName(each.name, "toml"), "application/toml")}>
                Export
              </button>
              <button type="button" class="small quiet" aria-label={`Remove ${each.name}`} onClick={() => remove(each)}>
                ×
              </button>
            </li>
          ))}
        </ul>
        <p class="soft">
          A sheet gives names to numbers: with Stealth on it, type Stealth wherever a rule wants a number. Sheets stay in this browser.
        </p>
        <div class="toolbar">
          <button type="button" class="small" onClick={() => setEdited(NEW)}>
            New sheet
          </button>
          <button type="button" class="small" onClick={() => file.current?.click()}>
            Import TOML
          </button>
          {sheets.read.some(({ data }) => (data?.circumstances ?? []).length > 0) ? (
            <button type="button" class="small" onClick={() => void passRound()}>
              A round passes
            </button>
          ) : null}
          <input
            ref={file}
            type="file"
            accept=".toml,application/toml,text/plain"
            multiple
            hidden
            aria-label="Sheets in TOML"
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.files;
              void bring(chosen).then(() => {
                if (file.current !== null) file.current.value = "";
              });
            }}
          />
        </div>
      </section>
      <section class="wide stack" aria-label="The sheet">
        {edited === null ? (
          <p class="soft">Choose a sheet to edit, or make a new one.</p>
        ) : (
          <SheetEditor
            key={begun}
            sheet={sheet}
            left={drafts.current.get(begun)}
            game={game}
            names={names}
            games={games}
            onLeft={(left) => (left === null ? drafts.current.delete(begun) : drafts.current.set(begun, left))}
            onKept={(name) => setEdited(name)}
          />
        )}
      </section>
    </div>
  );
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en").format(names);
