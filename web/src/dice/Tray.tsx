import type { ComponentChildren } from "preact";

import { useHold } from "../app/useHold";
import { Die } from "./Die";
import { tapBack, tapClear, tapDie, tapExplode, tapKeep, tapNumber, type TextEdit } from "./tapping";

interface TrayProps {
  text: string;
  /** the text is an example, or was rolled: a tap on a die begins a new throw */
  fresh: boolean;
  onEdit: (edit: TextEdit) => void;
  /** a die was held */
  onHold: (die: string, element: HTMLElement) => void;
}

const DICE = ["d4", "d6", "d8", "d10", "d12", "d20", "d%", "dF"];

const SPOKEN: Record<string, string> = { "d%": "d%, a percentile die", dF: "dF, a Fate die" };

/** Builds an expression by tapping; every tap is an edit of the text. */
export function Tray({ text, fresh, onEdit, onHold }: TrayProps) {
  const emit = (edit: TextEdit | null) => {
    if (edit !== null) onEdit(edit);
  };
  const none = !/d(?:\d|%|F)/.test(text);
  const empty = text === "";
  return (
    <div class="tray" role="group" aria-label="Dice tray">
      <div class="tray-dice">
        {DICE.map((die) => (
          <TrayDie key={die} die={die} onTap={() => onEdit(fresh ? { from: 0, to: text.length, insert: die } : tapDie(text, die))} onHold={(element) => onHold(die, element)} />
        ))}
      </div>
      <div class="tray-tools">
        <Tool name="−1, subtract one" sign="−1" onTap={() => emit(tapNumber(text, -1))} />
        <Tool name="+1, add one" sign="+1" onTap={() => emit(tapNumber(text, 1))} />
        <Tool name="keep highest" sign="▲" disabled={none} onTap={() => emit(tapKeep(text, "kh1"))} />
        <Tool name="keep lowest" sign="▼" disabled={none} onTap={() => emit(tapKeep(text, "kl1"))} />
        <Tool name="explode" sign="!" disabled={none} onTap={() => emit(tapExplode(text))} />
        <Tool name="back" sign="⌫" disabled={empty} onTap={() => emit(tapBack(text))} />
        <Tool name="clear" sign="clear" disabled={empty} onTap={() => emit(tapClear(text))} />
      </div>
    </div>
  );
}

interface TrayDieProps {
  die: string;
  onTap: () => void;
  onHold: (element: HTMLElement) => void;
}

function TrayDie({ die, onTap, onHold }: TrayDieProps) {
  const hold = useHold(onHold);
  return (
    <button type="button" aria-label={`Add ${SPOKEN[die] ?? die}`} onClick={onTap} {...hold}>
      <Die name={die} size={36} value={die === "dF" ? 1 : undefined} />
      <span aria-hidden="true">{die}</span>
    </button>
  );
}

interface ToolProps {
  /** in words, where there is room for them */
  name: string;
  sign: ComponentChildren;
  disabled?: boolean;
  onTap: () => void;
}

function Tool({ name, sign, disabled = false, onTap }: ToolProps) {
  return (
    <button type="button" class="small" aria-label={name} disabled={disabled} onClick={onTap}>
      <span class="tool-sign">{sign}</span>
      <span class="tool-name">{/^[−+]1/.test(name) ? sign : name}</span>
    </button>
  );
}
