import type { TargetedKeyboardEvent } from "preact";

interface CursorProps {
  label: string;
  /** the place it stands at, and how many there are */
  at: number;
  count: number;
  /** what a screen reader says of the place */
  text: string;
  onMove: (at: number | null) => void;
  /** where a key leads; along the row unless told otherwise */
  step?: (key: string, at: number) => number | null;
  box: { x: number; y: number; width: number; height: number };
}

/** One tab stop for a whole chart: keys move from place to place, and each is read aloud. */
export function Cursor({ label, at, count, text, onMove, step = (key, from) => keyStep(key, from, count), box }: CursorProps) {
  return (
    <g
      class="cursor"
      role="slider"
      tabindex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(count - 1, 0)}
      aria-valuenow={at}
      aria-valuetext={text}
      onFocus={() => onMove(at)}
      onBlur={() => onMove(null)}
      onKeyDown={(event) => moved(event, step(event.key, at), onMove)}
    >
      <rect class="cursor-ring" {...box} />
    </g>
  );
}

/** Moves where a key leads, unless it is meant for the browser. */
export function moved(event: TargetedKeyboardEvent<SVGElement>, next: number | null, move: (at: number) => void): void {
  if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  move(next);
}

const KEYS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  PageUp: (at, count) => at + Math.max(2, Math.round(count / 10)),
  PageDown: (at, count) => at - Math.max(2, Math.round(count / 10)),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Where a key leads among `count` places in a row; null if it leads nowhere. */
export function keyStep(key: string, at: number, count: number): number | null {
  const step = KEYS[key];
  return step === undefined ? null : within(step(at, count), count);
}

export function within(index: number, count: number): number {
  return Math.min(Math.max(index, 0), count - 1);
}
