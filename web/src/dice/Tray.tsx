import { Die } from "./Die";
import { tapBack, tapClear, tapDie, tapExplode, tapKeep, tapNumber, type TextEdit } from "./tapping";

interface TrayProps {
  text: string;
  onEdit: (edit: TextEdit) => void;
  /** the dice offered, by their names in the notation */
  dice?: readonly string[];
}

const DICE = ["d4", "d6", "d8", "d10", "d12", "d20", "d%", "dF"];

const SPOKEN: Record<string, string> = { "d%": "d%, a percentile die", dF: "dF, a Fate die" };

/** Builds an expression by tapping; every tap is an edit of the text. */
export function Tray({ text, onEdit, dice = DICE }: TrayProps) {
  const emit = (edit: TextEdit | null) => {
    if (edit !== null) onEdit(edit);
  };
  const none = !/d(?:\d|%|F)/.test(text);
  return (
    <div class="tray" role="group" aria-label="Dice tray">
      <div class="tray-dice">
        {dice.map((die) => (
          <button key={die} type="button" aria-label={`Add ${SPOKEN[die] ?? die}`} onClick={() => onEdit(tapDie(text, die))}>
            <Die name={die} size={36} value={die === "dF" ? 1 : undefined} />
            <span aria-hidden="true">{die}</span>
          </button>
        ))}
      </div>
      <div class="toolbar">
        <button type="button" class="small" aria-label="−1, subtract one" onClick={() => emit(tapNumber(text, -1))}>−1</button>
        <button type="button" class="small" aria-label="+1, add one" onClick={() => emit(tapNumber(text, 1))}>+1</button>
        <button type="button" class="small" disabled={none} onClick={() => emit(tapKeep(text, "kh1"))}>keep highest</button>
        <button type="button" class="small" disabled={none} onClick={() => emit(tapKeep(text, "kl1"))}>keep lowest</button>
        <button type="button" class="small" disabled={none} onClick={() => emit(tapExplode(text))}>explode</button>
        <button type="button" class="small quiet" disabled={text === ""} onClick={() => emit(tapBack(text))}>back</button>
        <button type="button" class="small quiet" disabled={text === ""} onClick={() => emit(tapClear(text))}>clear</button>
      </div>
    </div>
  );
}
