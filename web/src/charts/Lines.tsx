import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { useMemo, useRef, useState } from "preact/hooks";
import { Feet, Levels, type Plot } from "./axes";
import { fractionText, ratio, shortFraction } from "./exact";
import { keyStep, pointed, Readout, TableSwitch, within } from "./frame";
import { axesOf, coordinateText, isChance, linesOf, valueText, type Grid, type Line } from "./grid";
import { labelled, spread, textWidth } from "./labels";
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
  const longest = named ? Math.max(...lines.map(({ name }) => textWidth(name, TYPE))) : 0;
  const plot: Plot = { left: 46, right: width - 14 - (named ? Math.min(longest + 12, width / 3) : 0), top: 12, bottom: height - 42 };
  const numbers = lines.flatMap(({ values }) => values.flatMap((value) => (value === null ? [] : [ratio(value)])));
  const y = scaleLinear([chance ? 0 : Math.min(...numbers), Math.max(...numbers, chance ? 0.01 : -Infinity)], [plot.bottom, plot.top]).nice(4);
  const step = (plot.right - plot.left) / Math.max(texts.length - 1, 1);
  const x = (index: number) => plot.left + step * index;
  const nearest = (place: number) => within(Math.round((place - plot.left) / step), texts.length);
  const slots = axis.values.map((value, index) => ({
    text: texts[index] as string,
    value: typeof value === "number" && Number.isInteger(value) ? { over: BigInt(value), under: 1n } : null,
  }));
  const title_ = (index: number) => `${axis.name} ${texts[index]}`;

  return (
    <div class="chart" ref={ref}>
      <Readout
        title={at === null ? `Point at a ${axis.name} for the exact numbers.` : title_(at)}
        told={at === null ? [] : lines.map(({ name, values }) => ({ name: named ? name : "", text: <Value of={values[at] ?? null} chance={chance} /> }))}
      />
      <svg
        ref={svg}
        class="chart-svg"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={title}
        onPointerMove={(event) => svg.current && setAt(nearest(pointed(event, svg.current, width).x))}
        onPointerLeave={() => setAt(null)}
      >
        <rect class="hit" x="0" y="0" width={width} height={height} />
        <Levels scale={y} plot={plot} chance={chance} />
        <Feet plot={plot} name={axis.name} labels={labelled(slots, step, TYPE).map((index) => ({ x: x(index), text: texts[index] as string }))} />
        {at === null ? null : <line class="guide" x1={x(at)} x2={x(at)} y1={plot.top} y2={plot.bottom} />}
        {lines.map((each, index) => <Course key={each.name} line={each} index={index} x={x} y={y} at={at} />)}
        {named ? <Names lines={lines} y={y} plot={plot} /> : null}
        <g
          class="cursor"
          role="slider"
          tabIndex={0}
          aria-label={axis.name}
          aria-valuemin={0}
          aria-valuemax={texts.length - 1}
          aria-valuenow={at ?? 0}
          aria-valuetext={`${title_(at ?? 0)}: ${lines.map(({ name, values }) => `${named ? `${name} ` : ""}${valueText(values[at ?? 0] ?? null, chance)}`).join("; ")}`}
          onFocus={() => setAt(at ?? 0)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const next = keyStep(event, at ?? 0, texts.length);
            if (next !== null) setAt(next);
          }}
        >
          <rect class="cursor-ring" x={x(at ?? 0) - 4} y={plot.top} width={8} height={plot.bottom - plot.top} />
        </g>
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
    <g class={`course course-${index % 6}`}>
      <path d={draw(places) ?? ""} />
      {places.map((place, each) =>
        place !== null && (values.length <= MARKED || each === at) ? (
          <circle key={each} cx={place[0]} cy={place[1]} r={each === at ? 4.5 : 2.4} />
        ) : null,
      )}
    </g>
  );
}

/** Each line's name at its end. */
function Names({ lines, y, plot }: { lines: readonly Line[]; y: (value: number) => number; plot: Plot }) {
  const ends = lines.map(({ values }) => {
    const last = values.findLast((value) => value !== null);
    return last == null ? plot.bottom : y(ratio(last));
  });
  const places = spread(ends, TYPE + 3, plot.top, plot.bottom);
  return (
    <g class="course-names">
      {lines.map(({ name }, index) => (
        <text key={name} class={`axis-text course-name-${index % 6}`} x={plot.right + 10} y={(places[index] as number) + 4}>{name}</text>
      ))}
    </g>
  );
}
