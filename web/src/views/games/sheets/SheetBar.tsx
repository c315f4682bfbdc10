import { useServices } from "../../../app/services";
import type { ReadSheet, Sheets } from "./useSheets";

interface SheetBarProps {
  readonly sheets: Sheets;
  readonly onSaved: (sheet: ReadSheet, roll: SavedRoll) => void;
  readonly onEdit: () => void;
}

export type SavedRoll = NonNullable<NonNullable<ReadSheet["data"]>["rolls"]>[number];

/** Who is at the table, and the rolls on their sheets. */
export function SheetBar({ sheets, onSaved, onEdit }: SheetBarProps) {
  const { kept } = useServices();
  const { game, all, read } = sheets;
  const saved = read.flatMap((sheet) => (sheet.data?.rolls ?? []).map((roll) => ({ sheet, roll })));
  const standing = read.flatMap(({ name, data }) => (data?.circumstances ?? []).map((each) => ({ name, each })));
  return (
    <div class="sheet-bar screen-only">
      <div class="toolbar" role="group" aria-label="Sheets in play">
        <span class="label">{all.length === 0 ? "No sheets yet." : "At the table"}</span>
        {all.map((sheet) => (
          <button key={sheet.name} type="button" class="small" aria-pressed={sheet.playing.includes(game)} onClick={() => kept.seat(sheet, game, !sheet.playing.includes(game))}>
            {sheet.name}
          </button>
        ))}
        <button type="button" class="small quiet" onClick={onEdit}>
          {all.length === 0 ? "Make one" : "Edit sheets"}
        </button>
      </div>
      {read.map(({ name, problem }) =>
        problem === null ? null : (
          <p key={name} class="fault">
            {name}’s sheet cannot be read: {problem.message}
          </p>
        ),
      )}
      {saved.length === 0 ? null : (
        <div class="toolbar" role="group" aria-label="Saved rolls">
          {saved.map(({ sheet, roll }) => (
            <button key={`${sheet.name} ${roll.name}`} type="button" class="small saved-roll-button" title={`${roll.rule} of ${sheet.name}`} onClick={() => onSaved(sheet, roll)}>
              {roll.name}
            </button>
          ))}
        </div>
      )}
      {standing.length === 0 ? null : (
        <p class="standing">
          {standing.map(({ name, each }, index) => (
            <span key={index}>
              {index === 0 ? "" : " · "}
              {read.length > 1 ? `${name}: ` : ""}
              {each.name}
              {each.begins_when === "" || each.begins_when === undefined ? "" : ` (when ${each.begins_when})`}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
