import { scaleLinear } from "d3-scale";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { Feet, Levels, type Plot } from "./axes";
import { exactly, fractionText, percentText, plus, ratio, ZERO, type Fraction } from "./exact";
import { FileCaption } from "./FileCaption";
import { Chance, chanceWords, following, keyStep, pointed, Readout, TableSwitch, within } from "./frame";
import { cellText, coordinateText, type Axis } from "./grid";
import { labelled, textWidth } from "./labels";
import { isPatterned, Patterns, rising, Swatch, toned, type Tone } from "./tones";
import { useWidth } from "./useSize";

export interface StackedProps {
  axis: Axis;
  /** from worst to best: the last gets the accent */
  categories: readonly string[];
  /** for each category, its exact chance at each value of the axis */
  shares: readonly (readonly string[])[];
  title: string;
  height?: number;
}

const TYPE = 12;
const TIGHT = 10;
const ROOMY = 26;
const NARROWEST = 18;

/** Categories against a parameter: how the odds shift as it grows. */
export function Stacked({ axis, categories, shares, title, height = 280 }: StackedProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const chances = useMemo(() => shares.map((row) => row.map(exactly)), [shares]);
  const tones = rising(categories.length);
  const texts = axis.values.map(coordinateText);
  const plot: Plot = { left: 46, right: width - 8, top: 8, bottom: height - 42 };
  const y = scaleLinear([0, 1], [plot.bottom, plot.top]);
  const step = (plot.right - plot.left) / Math.max(texts.length, 1);
  const bar = Math.min(step * 0.82, 72);
  const x = (index: number) => plot.left + step * (index + 0.5) - bar / 2;
  const slotAt = (place: number) => within(Math.floor((place - plot.left) / step), texts.length);
  const slots = texts.map((text) => ({ text, value: null }));
  const stacks = useMemo(() => texts.map((_, index) => stack(chances.map((row) => row[index] ?? ZERO))), [chances, axis]);
  const spoken = (index: number) =>
    `${axis.name} ${texts[index]}: ${categories.map((name, row) => `${name} ${chanceWords(chances[row]?.[index] ?? null)}`).join("; ")}`;

  return (
    <div class="chart" ref={ref}>
      <Readout
        title={at === null ? `Point at a ${axis.name} for the exact chances.` : `${axis.name} ${texts[at]}`}
        told={categories.map((name, row) => ({ name, sample: <Swatch tone={tones[row]!} />, text: at === null ? null : <Chance of={chances[row]?.[at] ?? null} /> }))}
      />
      <svg
        ref={svg}
        class="chart-svg"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={title}
        {...following((event) => svg.current && setAt(slotAt(pointed(event, svg.current, width).x)), () => setAt(null))}
      >
        <Patterns id={id} />
        <rect class="hit" x="0" y="0" width={width} height={height} />
        <Levels scale={y} plot={plot} chance />
        {at === null ? null : <rect class="pointed" x={plot.left + step * at} y={plot.top} width={step} height={plot.bottom - plot.top} />}
        {stacks.map((parts, index) =>
          parts.map(({ from, to }, row) => {
            const tall = y(from) - y(to);
            const chance = chances[row]?.[index] ?? ZERO;
            const label = cellText(chance, true);
            const { class: named, fill } = toned(tones[row]!, id);
            if (tall <= 0) return null;
            return (
              <g key={`${index} ${row}`}>
                <rect class={`bar ${named}`} fill={fill} x={x(index)} y={y(to)} width={bar} height={tall} />
                {tall >= TYPE + 6 && bar >= NARROWEST ? (
                  <Label text={label} tone={tones[row]!} tight={bar < ROOMY} x={x(index) + bar / 2} y={y((from + to) / 2)} />
                ) : null}
              </g>
            );
          }),
        )}
        <Feet plot={plot} name={axis.name} labels={labelled(slots, step, TYPE).map((index) => ({ x: x(index) + bar / 2, text: texts[index]! }))} />
        <g
          class="cursor"
          role="slider"
          tabIndex={0}
          aria-label={axis.name}
          aria-valuemin={0}
          aria-valuemax={Math.max(texts.length - 1, 0)}
          aria-valuenow={at ?? 0}
          aria-valuetext={spoken(at ?? 0)}
          onFocus={() => setAt(at ?? 0)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const next = keyStep(event, at ?? 0, texts.length);
            if (next !== null) setAt(next);
          }}
        >
          <rect class="cursor-ring" x={plot.left + step * (at ?? 0)} y={plot.top} width={step} height={plot.bottom - plot.top} />
        </g>
        <FileCaption title={title} width={width} top={height} items={categories.map((name, index) => ({ name, sample: toned(tones[index]!, id) }))} />
      </svg>
      <TableSwitch
        caption={title}
        numbers={() => ({
          head: [axis.name, ...categories.flatMap((name) => [name, `${name}, exact`])],
          rows: texts.map((text, index) => [text, ...chances.flatMap((row) => [percentText(row[index] ?? ZERO), fractionText(row[index] ?? ZERO)])]),
        })}
      />
    </div>
  );
}

/** A number on a bar: on a piece of paper where the bar is lined, in the negative where it is solid. */
function Label({ text, tone, tight, x, y }: { text: string; tone: Tone; tight: boolean; x: number; y: number }) {
  const wide = textWidth(text, tight ? TIGHT : TYPE) + (tight ? 3 : 6);
  return (
    <>
      {isPatterned(tone) ? <rect class="tone-paper" x={x - wide / 2} y={y - 8} width={wide} height={16} /> : null}
      <text class={`stack-text on-${tone}${tight ? " tight" : ""}`} x={x} y={y + 4} text-anchor="middle">{text}</text>
    </>
  );
}

interface Part {
  from: number;
  to: number;
}

/** Where each share begins and ends, summed exactly before it is drawn. */
export function stack(shares: readonly Fraction[]): Part[] {
  let sum = ZERO;
  return shares.map((share) => {
    const from = ratio(sum);
    sum = plus(sum, share);
    return { from, to: ratio(sum) };
  });
}
