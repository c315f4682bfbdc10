import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { useMemo, useRef, useState } from "preact/hooks";
import { Feet, Levels, levelsWidth, type Plot } from "./axes";
import { fractionText, ratio, shortFraction } from "./exact";
import { FileCaption } from "./FileCaption";
import { following, keyStep, pointed, Readout, TableSwitch, within } from "./frame";
import { axesOf, coordinateText, isChance, linesOf, valueText, type Grid, type Line } from "./grid";
import { labelled } from "./labels";
import { useWidth } from "./useSize";

interface LinesProps {
  grid: Grid;
  title: string;
  height?: number;
}

const TYPE = 12;
const MARKED = 40;

/** A sweep along one axis; a second axis gives a line for each of its values. */
export function Lines({ grid, title, height = 280 }: LinesProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const lines = useMemo(() => linesOf(grid), [grid]);
  const axis = axesOf(grid)[0];
  if (axis === undefined || axis.values.length === 0) return <p class="soft">There is nothing to draw.</p>;

  const chance = isChance(grid.kind);
  const texts = axis.values.map(coordinateText);
  const named = lines.length > 1;
  const numbers = lines.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [ratio(value)])));
  const y = scaleLinear([chance ? 0 : Math.min(...numbers), Math.max(...numbers, chance ? 0.01 : -Infinity)], [height - 42, 12]).nice(4);
  const plot: Plot = { left: levelsWidth(y, chance), right: width - 14, top: 12, bottom: height - 42 };
  const step = (plot.right - plot.left) / Math.max(texts.length - 1, 1);
  const x = (index: number) => plot.left + step * index;
  const nearest = (place: number) => within(Math.round((place - plot.left) / step), texts.length);
  const slots = axis.values.map((value, index) => ({
    text: texts[index] as string,
    value: typeof value === "number" && Number.isInteger(value) ? { over: BigInt(value), under: 1n } : null,
  }));
  const placeText = (index: number) => `${axis.name} ${texts[index]}`;

  return (
    <div class="chart" ref={ref}>
      <Readout
        title={at === null ? `Point at a ${axis.name} for the exact numbers.` : placeText(at)}
        told={lines.map(({ name, values }, index) => ({ name, sample: <CourseSample index={index} />, text: at === null ? null : <Value of={values[at] ?? null} chance={chance} /> }))}
      />
      <svg
        ref={svg}
        class="chart-svg"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={title}
        {...following((event) => svg.current && setAt(nearest(pointed(event, svg.current, width).x)), () => setAt(null))}
      >
        <rect class="hit" x="0" y="0" width={width} height={height} />
        <Levels scale={y} plot={plot} chance={chance} />
        <Feet plot={plot} name={axis.name} labels={labelled(slots, step, TYPE).map((index) => ({ x: x(index), text: texts[index] as string }))} />
        {at === null ? null : <line class="guide" x1={x(at)} x2={x(at)} y1={plot.top} y2={plot.bottom} />}
        {lines.map((each, index) => <Course key={each.name} line={each} index={index} x={x} y={y} at={at} />)}
        <g
          class="cursor"
          role="slider"
          tabIndex={0}
          aria-label={axis.name}
          aria-valuemin={0}
          aria-valuemax={texts.length - 1}
          aria-valuenow={at ?? 0}
          aria-valuetext={`${placeText(at ?? 0)}: ${lines.map(({ name, values }) => `${named ? `${name} ` : ""}${valueText(values[at ?? 0] ?? null, chance)}`).join("; ")}`}
          onFocus={() => setAt(at ?? 0)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const next = keyStep(event, at ?? 0, texts.length);
            if (next !== null) setAt(next);
          }}
        >
          <rect class="cursor-ring" x={x(at ?? 0) - 4} y={plot.top} width={8} height={plot.bottom - plot.top} />
        </g>
        <FileCaption title={title} width={width} top={height} items={named ? lines.map(({ name }, index) => ({ name, sample: course(index) })) : []} />
      </svg>
      <TableSwitch
        caption={title}
        numbers={() => ({
          head: [axis.name, ...lines.flatMap(({ name }) => [name, `${name}, exact`])],
          rows: texts.map((text, index) => [text, ...lines.flatMap(({ values }) => cells(values[index] ?? null, chance))]),
        })}
      />
    </div>
  );
}

type Values = Line["values"];

function cells(value: Values[number], chance: boolean): [string, string] {
  return [valueText(value, chance), value === null ? "" : fractionText(value)];
}

function Value({ of, chance }: { of: Values[number]; chance: boolean }) {
  return (
    <span class="chance">
      <b>{valueText(of, chance)}</b> {of === null ? null : <span class="fraction">{shortFraction(fractionText(of))}</span>}
    </span>
  );
}

function course(index: number): { class: string } {
  return { class: `course course-${index % 6}` };
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
  line: Line;
  index: number;
  x: (index: number) => number;
  y: (value: number) => number;
  at: number | null;
}

/** One line, with a point at each value while they can be told apart. */
function Course({ line: { values }, index, x, y, at }: CourseProps) {
  const places = values.map((value, place) => (value === null ? null : ([x(place), y(ratio(value))] as const)));
  const draw = line<readonly [number, number] | null>((place) => place?.[0] ?? 0, (place) => place?.[1] ?? 0).defined((place) => place !== null);
  return (
    <g {...course(index)}>
      <path d={draw(places) ?? ""} />
      {places.map((place, each) =>
        place !== null && (values.length <= MARKED || each === at) ? (
          <circle key={each} cx={place[0]} cy={place[1]} r={each === at ? 4.5 : 2.4} />
        ) : null,
      )}
    </g>
  );
}
