import { keyStep } from "./frame";
import type { Plot } from "./axes";

interface TargetLineProps {
  x: number;
  plot: Plot;
  /** the slot it stands at, and how many there are */
  at: number;
  count: number;
  /** what a screen reader says of it */
  text: string;
  label: string;
  onMove: (index: number) => void;
  /** the slot under a pointer */
  place: (event: PointerEvent) => number;
}

const FLAG = 18;

/** A line across the chart that is dragged, or moved by the arrow keys. */
export function TargetLine({ x, plot, at, count, text, label, onMove, place }: TargetLineProps) {
  const width = label.length * 7 + 12;
  const flag = Math.min(Math.max(x - width / 2, plot.left), plot.right - width);
  return (
    <g
      class="target"
      role="slider"
      tabIndex={0}
      aria-label="Target"
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={at}
      aria-valuetext={text}
      onKeyDown={(event) => {
        const next = keyStep(event, at, count);
        if (next !== null) onMove(next);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(place(event));
      }}
    >
      <rect class="target-grip" x={x - 14} y={0} width={28} height={plot.bottom} />
      <line class="target-line" x1={x} x2={x} y1={FLAG} y2={plot.bottom + 5} />
      <rect class="target-flag" x={flag} y={0.5} width={width} height={FLAG} />
      <text class="target-text" x={flag + width / 2} y={14} text-anchor="middle">{label}</text>
    </g>
  );
}
