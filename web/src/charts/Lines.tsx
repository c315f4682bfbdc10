import { useMemo, useState } from "preact/hooks";
import { Feet, Levels, levelsWidth, type Plot } from "./axes";
import { Cursor, within } from "./Cursor";
import { Drawing } from "./Drawing";
import { cellFraction, ratio } from "./exact";
import { FileCaption } from "./FileCaption";
import { Readout, TableSwitch, Value } from "./frame";
import { axesOf, coordinateText, isChance, linesOf, valueText, type Axis, type Grid, type Line } from "./grid";
import { labelled } from "./labels";
import { linePath, type Place } from "./paths";
import { extremes, niceScale } from "./scale";
import { MOST_SERIES } from "./tones";
import { useWidth } from "./useSize";

interface LinesProps {
  grid: Grid;
  title: string;
  height?: number;
}

const TYPE = 12;
const MARKED = 40;
const MARGIN = { right: 14, top: 12, bottom: 42 };

/** A sweep along one axis; a second axis gives a line for each of its values. */
export function Lines({ grid, title, height = 280 }: LinesProps) {
  const lines = useMemo(() => linesOf(grid), [grid]);
  const axis = axesOf(grid)[0];
  if (axis === undefined || axis.values.length === 0) return <p class="soft">There is nothing to draw.</p>;
  return <Courses axis={axis} lines={lines} chance={isChance(grid.kind)} title={title} height={height} />;
}

interface CoursesProps {
  axis: Axis;
  lines: readonly Line[];
  chance: boolean;
  title: string;
  height: number;
}

function Courses({ axis, lines, chance, title, height }: CoursesProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [pointed, setAt] = useState<number | null>(null);
  const texts = axis.values.map(coordinateText);
  const at = pointed === null ? null : within(pointed, texts.length);
  const here = at ?? 0;
  const named = lines.length > 1;

  const heights = useMemo(() => lines.map(({ values }) => values.map((value) => (value === null ? null : ratio(value)))), [lines]);
  const y = niceScale(extent(heights, chance), [height - MARGIN.bottom, MARGIN.top], 4);
  const plot: Plot = { left: levelsWidth(y, chance), right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const step = (plot.right - plot.left) / Math.max(texts.length - 1, 1);
  const x = (index: number) => plot.left + step * index;
  const labels = labelled(axis.values.map(slotOf), step, TYPE).map((index) => ({ x: x(index), text: texts[index] as string }));
  const legend = lines.map(({ name }, index) => ({ name, sample: course(index) }));
  const words = (index: number) => `${axis.name} ${texts[index]}`;
  const spoken = lines.map(({ name, values }) => `${named ? `${name} ` : ""}${valueText(values[here] ?? null, chance)}`).join("; ");

  return (
    <div class="chart" ref={ref}>
      <Readout
        title={at === null ? "Point at the line for the exact numbers." : words(at)}
        told={lines.map(({ name, values }, index) => ({
          name,
          sample: <CourseSample index={index} />,
          text: at === null ? null : <Value of={values[at] ?? null} chance={chance} />,
        }))}
      />
      <Drawing
        title={title}
        width={width}
        height={height}
        onPoint={(spot) => setAt(within(Math.round((spot.x - plot.left) / step), texts.length))}
        onLeave={() => setAt(null)}
      >
        <Levels scale={y} plot={plot} chance={chance} />
        <Feet plot={plot} name={axis.name} labels={labels} />
        {at === null ? null : <line class="guide" x1={x(at)} x2={x(at)} y1={plot.top} y2={plot.bottom} />}
        {lines.map((each, index) => <Course key={each.name} heights={heights[index]!} index={index} x={x} y={y} at={at} />)}
        <Cursor
          label={axis.name}
          at={here}
          count={texts.length}
          text={`${words(here)}: ${spoken}`}
          onMove={setAt}
          box={{ x: x(here) - 4, y: plot.top, width: 8, height: plot.bottom - plot.top }}
        />
        <FileCaption title={title} width={width} top={height} items={named ? legend : []} />
      </Drawing>
      <TableSwitch
        caption={title}
        numbers={() => ({
          head: [axis.name, ...lines.flatMap(({ name }) => [name, `${name}, exact`])],
          count: texts.length,
          row: (index) => [texts[index]!, ...lines.flatMap(({ values }) => cells(values[index] ?? null, chance))],
        })}
      />
    </div>
  );
}

type Values = Line["values"];

/** Of each place of an axis; null where there is no value. */
type Heights = readonly (number | null)[];

/** Chances begin at nothing; means where they are. */
function extent(heights: readonly Heights[], chance: boolean): [number, number] {
  const numbers = heights.flatMap((row) => row.filter((height) => height !== null));
  const [least, most] = extremes(numbers);
  return chance || numbers.length === 0 ? [0, Math.max(most, 0.01)] : [least, most];
}

function slotOf(value: Axis["values"][number]) {
  const whole = typeof value === "number" && Number.isInteger(value);
  return { text: coordinateText(value), value: whole ? { over: BigInt(value), under: 1n } : null };
}

function cells(value: Values[number], chance: boolean): [string, string] {
  return [valueText(value, chance), value === null ? "" : cellFraction(value)];
}

function course(index: number): { class: string } {
  return { class: `course course-${index % MOST_SERIES}` };
}

function CourseSample({ index }: { index: number }) {
  return (
    <svg class="sample" viewBox="0 0 22 8" width="22" height="8" aria-hidden="true">
      <g {...course(index)}>
        <path d="M0 4H22" />
        <circle cx="11" cy="4" r="2.4" />
      </g>
    </svg>
  );
}

interface CourseProps {
  heights: Heights;
  index: number;
  x: (index: number) => number;
  y: (value: number) => number;
  at: number | null;
}

/** One line, with a point at each value while they can be told apart. */
function Course({ heights, index, x, y, at }: CourseProps) {
  const places = heights.map((height, place): Place | null => (height === null ? null : [x(place), y(height)]));
  const marked = (place: number) => heights.length <= MARKED || place === at;
  return (
    <g {...course(index)}>
      <path d={linePath(places)} />
      {places.map((place, each) =>
        place !== null && marked(each) ? <circle key={each} cx={place[0]} cy={place[1]} r={each === at ? 4.5 : 2.4} /> : null,
      )}
    </g>
  );
}
