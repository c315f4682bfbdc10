import { useId, useMemo, useState } from "preact/hooks";
import { Feet, Levels, type Plot } from "./axes";
import { Cursor, within } from "./Cursor";
import { Drawing } from "./Drawing";
import { cellFraction, exactly, percentText, plus, ratio, ZERO, type Fraction } from "./exact";
import { FileCaption } from "./FileCaption";
import { Chance, chanceWords, Readout, TableSwitch } from "./frame";
import { cellText, coordinateText, type Axis } from "./grid";
import { labelled, textWidth } from "./labels";
import { scale } from "./scale";
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
  const id = useId();
  const [pointed, setAt] = useState<number | null>(null);
  const chances = useMemo(() => shares.map((row) => row.map(exactly)), [shares]);
  const tones = rising(categories.length);
  const texts = axis.values.map(coordinateText);
  const at = pointed === null ? null : within(pointed, texts.length);
  const here = at ?? 0;
  const chanceAt = (row: number, index: number) => chances[row]?.[index] ?? ZERO;

  const plot: Plot = { left: 46, right: width - 8, top: 8, bottom: height - 42 };
  const y = scale([0, 1], [plot.bottom, plot.top]);
  const step = (plot.right - plot.left) / Math.max(texts.length, 1);
  const bar = Math.min(step * 0.82, 72);
  const middle = (index: number) => plot.left + step * (index + 0.5);
  const slot = (index: number) => ({ x: plot.left + step * index, y: plot.top, width: step, height: plot.bottom - plot.top });
  const labels = labelled(texts.map((text) => ({ text, value: null })), step, TYPE).map((index) => ({ x: middle(index), text: texts[index]! }));
  const spoken = categories.map((name, row) => `${name} ${chanceWords(chanceAt(row, here))}`).join("; ");

  return (
    <div class="chart" ref={ref}>
      <Readout
        title={at === null ? "Point at a bar for the exact chances." : `${axis.name} ${texts[at]}`}
        told={categories.map((name, row) => ({
          name,
          sample: <Swatch tone={tones[row]!} />,
          text: at === null ? null : <Chance of={chanceAt(row, at)} />,
        }))}
      />
      <Drawing
        title={title}
        width={width}
        height={height}
        onPoint={({ x }) => setAt(within(Math.floor((x - plot.left) / step), texts.length))}
        onLeave={() => setAt(null)}
      >
        <Patterns id={id} />
        <Levels scale={y} plot={plot} chance />
        {at === null ? null : <rect class="pointed" {...slot(at)} />}
        {texts.map((text, index) => (
          <Stack key={text} shares={chances.map((row) => row[index] ?? ZERO)} tones={tones} middle={middle(index)} width={bar} y={y} patterns={id} />
        ))}
        <Feet plot={plot} name={axis.name} labels={labels} />
        <Cursor label={axis.name} at={here} count={texts.length} text={`${axis.name} ${texts[here]}: ${spoken}`} onMove={setAt} box={slot(here)} />
        <FileCaption title={title} width={width} top={height} items={categories.map((name, index) => ({ name, sample: toned(tones[index]!, id) }))} />
      </Drawing>
      <TableSwitch
        caption={title}
        numbers={() => ({
          head: [axis.name, ...categories.flatMap((name) => [name, `${name}, exact`])],
          count: texts.length,
          row: (index) => [texts[index]!, ...chances.flatMap((row) => [percentText(row[index] ?? ZERO), cellFraction(row[index] ?? ZERO)])],
        })}
      />
    </div>
  );
}

interface StackProps {
  shares: readonly Fraction[];
  tones: readonly Tone[];
  middle: number;
  width: number;
  y: (share: number) => number;
  patterns: string;
}

/** One bar, its parts on top of each other. */
function Stack({ shares, tones, middle, width, y, patterns }: StackProps) {
  return (
    <g>
      {stack(shares).map(({ from, to }, row) => {
        const tall = y(from) - y(to);
        const tone = tones[row] as Tone;
        const { class: named, fill } = toned(tone, patterns);
        if (tall <= 0) return null;
        return (
          <g key={row}>
            <rect class={`bar ${named}`} fill={fill} x={middle - width / 2} y={y(to)} width={width} height={tall} />
            {tall >= TYPE + 6 && width >= NARROWEST ? (
              <Label text={cellText(shares[row] ?? ZERO, true)} tone={tone} tight={width < ROOMY} x={middle} y={y((from + to) / 2)} />
            ) : null}
          </g>
        );
      })}
    </g>
  );
}

interface LabelProps {
  text: string;
  tone: Tone;
  tight: boolean;
  x: number;
  y: number;
}

/** A number on a bar: on a piece of paper where the bar is lined, in the negative where it is solid. */
function Label({ text, tone, tight, x, y }: LabelProps) {
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
