import type { Plot } from "./axes";
import { stepArea, stepPath, type Place } from "./paths";
import type { Scale } from "./scale";
import { beside, MOST_SERIES, toned } from "./tones";

interface BarShapesProps {
  /** for each series, the height of each slot, from 0 to 1 */
  heights: readonly (readonly number[])[];
  plot: Plot;
  step: number;
  y: Scale;
  /** whether a slot is on the target's side */
  inside: (index: number) => boolean;
  patterns: string;
  marked: boolean;
}

const NARROWEST = 6;

/** Whether bars side by side would be too narrow to see. */
export function isThin(step: number, count: number): boolean {
  return step / count < NARROWEST;
}

/** What marks the outline of a series. */
export function skyline(index: number): { class: string } {
  return { class: `skyline skyline-${index % MOST_SERIES}` };
}

export function SkylineSample({ index }: { index: number }) {
  return (
    <svg class="sample" viewBox="0 0 22 8" width="22" height="8" aria-hidden="true">
      <path {...skyline(index)} d="M0 4H22" />
    </svg>
  );
}

/** Bars side by side where there is room, else outlines on top of each other. */
export function BarShapes(props: BarShapesProps) {
  return isThin(props.step, props.heights.length) ? <Outlines {...props} /> : <SideBySide {...props} />;
}

function SideBySide({ heights, plot, step, y, inside, patterns, marked }: BarShapesProps) {
  const alone = heights.length === 1;
  const gap = Math.min(step * 0.22, 14);
  const width = Math.min((step - gap) / heights.length, 64);
  const indent = (step - width * heights.length) / 2;
  return (
    <g class={alone ? "bars alone" : "bars"}>
      {heights.map((row, series) =>
        row.map((height, index) => {
          if (height <= 0) return null;
          const tone = alone ? (marked && inside(index) ? "accent" : "hatch") : beside(series);
          const top = Math.min(y(height), plot.bottom - 0.75);
          const { class: named, fill } = toned(tone, patterns);
          return (
            <rect
              key={`${series} ${index}`}
              class={`bar ${named}${!alone && !inside(index) ? " outside" : ""}`}
              fill={fill}
              x={plot.left + step * index + indent + width * series}
              y={top}
              width={Math.max(width - (alone ? 0 : 1), 1)}
              height={plot.bottom - top}
            />
          );
        }),
      )}
    </g>
  );
}

/** A slot and its height. */
type Slotted = readonly [index: number, height: number];

/** The skyline of each series; of one alone, filled. */
function Outlines({ heights, plot, step, y, inside, patterns, marked }: BarShapesProps) {
  const drawn = (slots: readonly Slotted[]) => slots.map(([index, height]): Place => [plot.left + step * index, y(height)]);
  const alone = heights.length === 1;
  return (
    <g class="outlines">
      {heights.map((row, series) => {
        const places = closed(row);
        const within = closed(row).filter(([index], at) => inside(index) || (at > 0 && inside(index - 1)));
        return (
          <g key={series}>
            {alone ? <path {...toned("hatch", patterns)} d={stepArea(drawn(places), plot.bottom)} /> : null}
            {alone && marked ? <path class="tone-accent" d={stepArea(drawn(within), plot.bottom)} /> : null}
            <path {...skyline(series)} d={stepPath(drawn(places))} />
          </g>
        );
      })}
    </g>
  );
}

/** Every slot, and the end of the last. */
function closed(row: readonly number[]): Slotted[] {
  const places: Slotted[] = row.map((height, index) => [index, height]);
  return [...places, [row.length, row.at(-1) ?? 0]];
}
