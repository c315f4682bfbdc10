import { useEffect, useRef, useState } from "preact/hooks";

import { SaveAs } from "../../app/SaveAs";
import { applyEdit, tapKeep, tapNumber, type TextEdit } from "../../dice/tapping";

export interface Held {
  readonly expression: string;
  /** what was held, to which the focus returns */
  readonly element: HTMLElement;
}

interface RollMenuProps {
  readonly held: Held;
  readonly onRoll: (expression: string) => void;
  readonly onSave: (name: string, expression: string) => void;
  readonly onClose: () => void;
}

const ROOM = 12;
const WIDTH = 220;
const HEIGHT = 230;

/** What can be done with dice that are held: rolled again, with advantage, with one more, or saved. */
export default function RollMenu({ held: { expression, element }, onRoll, onSave, onClose }: RollMenuProps) {
  const box = useRef<HTMLDivElement>(null);
  const [place] = useState(() => placeBeside(element.getBoundingClientRect()));

  useEffect(() => {
    box.current?.querySelector("button")?.focus();
    const outside = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) onClose();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, []);

  function leave() {
    onClose();
    element.focus();
  }

  function roll(edit: TextEdit | null) {
    onClose();
    onRoll(edit === null ? expression : applyEdit(expression, edit));
  }

  return (
    <div
      ref={box}
      class="roll-menu"
      role="dialog"
      aria-label={`With ${expression}`}
      style={place}
      onKeyDown={(event) => {
        if (event.key === "Escape") leave();
      }}
    >
      <code>{expression}</code>
      <button type="button" onClick={() => roll(null)}>
        Again
      </button>
      <button type="button" disabled={tapKeep(expression, "kh1") === null} onClick={() => roll(tapKeep(expression, "kh1"))}>
        With advantage
      </button>
      <button type="button" onClick={() => roll(tapNumber(expression, 1))}>
        +1
      </button>
      <SaveAs
        expression={expression}
        onSave={(name) => {
          onSave(name, expression);
          leave();
        }}
      />
    </div>
  );
}

/** Above what was held where there is room, so that no finger hides it. */
function placeBeside({ left, top, bottom }: DOMRect) {
  const x = Math.min(Math.max(left, ROOM), document.documentElement.clientWidth - WIDTH - ROOM);
  const y = top > HEIGHT + ROOM ? top - HEIGHT : Math.min(bottom + 4, innerHeight - HEIGHT - ROOM);
  return { left: `${x}px`, top: `${Math.max(y, ROOM)}px` };
}
