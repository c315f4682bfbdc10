import { useId } from "preact/hooks";

import { chancesOf, heaviest, slotsOf, type Series } from "../../charts/distribution";
import { percentText, ratio } from "../../charts/exact";
import { FileCaption } from "../../charts/FileCaption";
import { textWidth } from "../../charts/labels";
import { beside, Patterns, toned } from "../../charts/tones";
import { grouped, truthText } from "../../words";

interface WordsDrawingProps {
  readonly series: readonly Series[];
  readonly title: string;
}

const WIDTH = 640;
const BAR = 14;
const GAP = 14;
const TYPE = 12;
const CHANCE = 70;
const LONGEST = 240;
const MOST = 200;

/** Outcomes that are words, as a drawing for files: on the page they are a table, which reads better. */
export function WordsDrawing({ series, title }: WordsDrawingProps) {
  const id = useId();
  const all = slotsOf(series);
  const every = series.map(({ odds }) => chancesOf(odds, all, "exactly"));
  const places = heaviest(every[0] ?? [], MOST);
  const slots = places.map((place) => all[place]!);
  const chances = every.map((row) => places.map((place) => row[place] ?? null));
  const shares = chances.map((row) => row.map((chance) => (chance === null ? 0 : ratio(chance))));
  const most = Math.max(...shares.flat(), 1e-12);
  const left = Math.min(Math.max(...slots.map(({ text }) => textWidth(text, TYPE))), LONGEST) + 16;
  const tall = BAR * series.length + GAP;
  const height = tall * slots.length + GAP;
  const tone = (row: number) => toned(series.length === 1 ? "hatch" : beside(row), id);
  const told = all.length === slots.length ? title : `${title}: the ${slots.length} likeliest of ${grouped(all.length)} outcomes`;
  return (
    <svg class="chart-svg" viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height}>
      <Patterns id={id} />
      {slots.map(({ text }, index) => (
        <g key={text}>
          <text class="axis-text" x={left - 8} y={GAP + tall * index + (BAR * series.length) / 2 + 4} text-anchor="end">
            {truthText(text)}
          </text>
          {series.map(({ name }, row) => {
            const y = GAP + tall * index + BAR * row;
            const width = ((shares[row]?.[index] ?? 0) / most) * (WIDTH - left - CHANCE);
            const { class: filled, fill } = tone(row);
            const chance = chances[row]?.[index] ?? null;
            return (
              <g key={name}>
                <rect class={`bar ${filled}`} {...(fill === undefined ? {} : { fill })} x={left} y={y} width={width} height={BAR - 2} />
                <text class="axis-text" x={left + width + 6} y={y + BAR - 4}>
                  {chance === null ? "" : percentText(chance)}
                </text>
              </g>
            );
          })}
        </g>
      ))}
      <line class="base-line" x1={left} x2={left} y1={GAP / 2} y2={height - GAP / 2} />
      <FileCaption title={told} width={WIDTH} top={height} items={series.length > 1 ? series.map(({ name }, row) => ({ name, sample: tone(row) })) : []} />
    </svg>
  );
}
