/** Axes as thin as a ruler's. */

import { textWidth } from "./labels";
import type { Scale } from "./scale";

export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const percents = (value: number) => `${Number((value * 100).toPrecision(6))} %`;
const plain = (value: number) => `${Number(value.toPrecision(6))}`.replace("-", "−");

/** The room that the levels' texts need. */
export function levelsWidth(scale: Scale, chance: boolean, count = 4): number {
  const show = chance ? percents : plain;
  return Math.max(46, ...scale.ticks(count).map((value) => textWidth(show(value), 12) + 10));
}

/** Lines across the plot, with what they mean at the left. */
export function Levels({ scale, plot, chance, count = 4 }: { scale: Scale; plot: Plot; chance: boolean; count?: number }) {
  const show = chance ? percents : plain;
  return (
    <g class="levels">
      {scale.ticks(count).map((value) => {
        const y = Math.round(scale(value)) + 0.5;
        return (
          <g key={value}>
            <line class={value === 0 ? "base-line" : "level-line"} x1={plot.left} x2={plot.right} y1={y} y2={y} />
            <text class="axis-text" x={plot.left - 6} y={y + 4} text-anchor="end">{show(value)}</text>
          </g>
        );
      })}
    </g>
  );
}

export interface AxisLabel {
  x: number;
  text: string;
}

/** Labels under the plot, each with a tick. */
export function Feet({ labels, plot, name }: { labels: readonly AxisLabel[]; plot: Plot; name?: string | undefined }) {
  return (
    <g class="feet">
      {labels.map(({ x, text }) => (
        <g key={text}>
          <line class="tick-line" x1={x} x2={x} y1={plot.bottom} y2={plot.bottom + 4} />
          <text class="axis-text" x={x} y={plot.bottom + 17} text-anchor="middle">{text}</text>
        </g>
      ))}
      {name === undefined ? null : (
        <text class="axis-name" x={plot.right} y={plot.bottom + 34} text-anchor="end">{name}</text>
      )}
    </g>
  );
}
