import type { Plot } from "./axes";
import { keyStep, moved } from "./Cursor";
import { spotOf } from "./Drawing";

interface TargetLineProps {
  x: number;
  plot: Plot;
  /** how wide the drawing is */
  width: number;
  /** the slot it stands at, and how many there are */
  at: number;
  count: number;
  label: string;
  /** what a screen reader says of it */
  text: string;
  slotAt: (x: number) => number;
  onMove: (slot: number) => void;
}

const FLAG = 18;

/** A line across the chart that is dragged, or moved by the arrow keys. */
export function TargetLine({ x, plot, width, at, count, label, text, slotAt, onMove }: TargetLineProps) {
  const wide = label.length * 7 + 12;
  const flag = Math.min(Math.max(x - wide / 2, plot.left), plot.right - wide);
  return (
    <g
      class="target"
      role="slider"
      tabindex={0}
      aria-label="Target"
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={at}
      aria-valuetext={text}
      onKeyDown={(event) => moved(event, keyStep(event.key, at, count), onMove)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        const svg = event.currentTarget.ownerSVGElement;
        if (svg === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const slot = slotAt(spotOf(event, svg, width).x);
        if (slot !== at) onMove(slot);
      }}
    >
      <rect class="target-grip" x={x - 14} y={0} width={28} height={plot.bottom} />
      <line class="target-line" x1={x} x2={x} y1={FLAG} y2={plot.bottom + 5} />
      <rect class="target-flag" x={flag} y={0.5} width={wide} height={FLAG} />
      <text class="target-text" x={flag + wide / 2} y={14} text-anchor="middle">{label}</text>
    </g>
  );
}
