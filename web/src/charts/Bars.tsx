import { scaleLinear } from "d3-scale";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { BarShapes } from "./BarShapes";
import { Feet, Levels, type Plot } from "./axes";
import { chancesOf, isOrdered, slotsOf, type Chances, type Mode, type Series, type Slot } from "./distribution";
import { fractionText, percentText, ratio, type Fraction } from "./exact";
import { Chance, chanceWords, keyStep, Legend, pointed, Readout, TableSwitch, within, type Told } from "./frame";
import { labelled } from "./labels";
import { Rows } from "./Rows";
import { TargetLine } from "./TargetLine";
import { beside, Patterns } from "./tones";
import { useWidth } from "./useSize";

export interface Target {
  /** the text of an outcome */
  at: string;
  side: "at least" | "at most";
}

export interface BarsProps {
  series: readonly Series[];
  mode?: Mode;
  /** what the chart is about, for the table and for screen readers */
  title: string;
  target?: Target | undefined;
  onTarget?: (at: string) => void;
  height?: number;
}

const TYPE = 12;
const MARGIN = { left: 46, right: 10, top: 22, bottom: 24 };

/** The odds of one or several distributions; words get rows, numbers get upright bars. */
export function Bars(props: BarsProps) {
  const slots = useMemo(() => slotsOf(props.series), [props.series]);
  if (slots.length === 0) return <p class="soft">No outcomes are listed.</p>;
  return isOrdered(slots) ? <UprightBars {...props} slots={slots} /> : <Rows series={props.series} slots={slots} title={props.title} />;
}

function UprightBars({ series, slots, mode = "exactly", title, target, onTarget, height = 280 }: BarsProps & { slots: Slot[] }) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const chances = useMemo(() => series.map(({ odds }) => chancesOf(odds, slots, mode)), [series, slots, mode]);
  const reached = useMemo(() => (target === undefined ? [] : series.map(({ odds }) => chancesOf(odds, slots, target.side))), [series, slots, target?.side]);

  const plot: Plot = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const step = (plot.right - plot.left) / slots.length;
  const heights = useMemo(() => chances.map((row) => row.map((chance) => (chance === null ? 0 : ratio(chance)))), [chances]);
  const most = Math.max(...heights.flat(), 1e-12);
  const y = scaleLinear([0, most], [plot.bottom, plot.top]).nice(4);
  const middle = (index: number) => plot.left + step * (index + 0.5);
  const slotAt = (x: number) => within(Math.floor((x - plot.left) / step), slots.length);
  const targetAt = target === undefined ? -1 : slots.findIndex((slot) => slot.text === target.at);
  const inside = (index: number) => targetAt < 0 || (target?.side === "at least" ? index >= targetAt : index <= targetAt);

  return (
    <div class="chart" ref={ref}>
      {series.length > 1 ? <Legend items={series.map(({ name }, index) => ({ name, tone: beside(index) }))} /> : null}
      <BarsReadout series={series} slots={slots} chances={chances} reached={reached} mode={mode} at={at} target={target} targetAt={targetAt} />
      <svg
        ref={svg}
        class="chart-svg"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={title}
        onPointerMove={(event) => svg.current && setAt(slotAt(pointed(event, svg.current, width).x))}
        onPointerLeave={() => setAt(null)}
      >
        <Patterns id={id} />
        <rect class="hit" x="0" y="0" width={width} height={height} />
        <Levels scale={y} plot={plot} chance />
        {at === null ? null : <rect class="pointed" x={plot.left + step * at} y={plot.top} width={step} height={plot.bottom - plot.top} />}
        <BarShapes heights={heights} plot={plot} step={step} y={y} inside={inside} patterns={id} marked={targetAt >= 0} />
        <Feet plot={plot} labels={labelled(slots, step, TYPE).map((index) => ({ x: middle(index), text: shown(slots[index]) }))} />
        <g
          class="cursor"
          role="slider"
          tabIndex={0}
          aria-label="Outcome"
          aria-valuemin={0}
          aria-valuemax={slots.length - 1}
          aria-valuenow={at ?? 0}
          aria-valuetext={spoken(slots, series, chances, mode, at ?? 0)}
          onFocus={() => setAt(at ?? likeliest(heights[0] ?? []))}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const next = keyStep(event, at ?? 0, slots.length);
            if (next !== null) setAt(next);
          }}
        >
          <rect class="cursor-ring" x={plot.left + step * (at ?? 0)} y={plot.top} width={Math.max(step, 3)} height={plot.bottom - plot.top} />
        </g>
        {target === undefined || targetAt < 0 ? null : (
          <TargetLine
            x={plot.left + step * (targetAt + (target.side === "at least" ? 0 : 1))}
            plot={plot}
            at={targetAt}
            count={slots.length}
            text={`${target.side} ${shown(slots[targetAt])}: ${reached.map((row) => chanceWords(row[targetAt] ?? null)).join("; ")}`}
            label={`${target.side === "at least" ? "≥" : "≤"} ${shown(slots[targetAt])}`}
            onMove={(next) => onTarget?.((slots[next] as Slot).text)}
            place={(event) => (svg.current === null ? targetAt : slotAt(pointed(event, svg.current, width).x))}
          />
        )}
      </svg>
      <TableSwitch caption={title} numbers={() => numbersOf(series, slots, chances, mode)} />
    </div>
  );
}

interface ReadoutProps {
  series: readonly Series[];
  slots: readonly Slot[];
  chances: readonly Chances[];
  reached: readonly Chances[];
  mode: Mode;
  at: number | null;
  target: Target | undefined;
  targetAt: number;
}

/** The outcome pointed at; else the target; else what is most likely. */
function BarsReadout({ series, slots, chances, reached, mode, at, target, targetAt }: ReadoutProps) {
  const tell = (rows: readonly Chances[], index: (row: number) => number): Told[] =>
    series.map(({ name }, row) => ({
      name: series.length > 1 ? name : "",
      tone: series.length > 1 ? beside(row) : undefined,
      text: <Chance of={rows[row]?.[index(row)] ?? null} />,
    }));
  if (at !== null) return <Readout title={titleOf(mode, slots[at])} told={tell(chances, () => at)} />;
  if (target !== undefined && targetAt >= 0) return <Readout title={`${target.side} ${shown(slots[targetAt])}`} told={tell(reached, () => targetAt)} />;
  if (series.length > 1 || mode !== "exactly") return <Readout title="Point at an outcome for its exact chance." told={[]} />;
  const top = likeliest((chances[0] ?? []).map((chance) => (chance === null ? 0 : ratio(chance))));
  return <Readout title={`most likely ${shown(slots[top])}`} told={tell(chances, () => top)} />;
}

function titleOf(mode: Mode, slot: Slot | undefined): string {
  return mode === "exactly" ? shown(slot) : `${mode} ${shown(slot)}`;
}

export function shown(slot: Slot | undefined): string {
  return slot === undefined ? "" : slot.text.replace(/^-/, "−");
}

function likeliest(heights: readonly number[]): number {
  return Math.max(0, heights.indexOf(Math.max(...heights)));
}

function spoken(slots: readonly Slot[], series: readonly Series[], chances: readonly Chances[], mode: Mode, at: number): string {
  const each = series.map(({ name }, row) => {
    const words = chanceWords(chances[row]?.[at] ?? null);
    return series.length > 1 ? `${name} ${words}` : words;
  });
  return `${titleOf(mode, slots[at])}: ${each.join("; ")}`;
}

function numbersOf(series: readonly Series[], slots: readonly Slot[], chances: readonly Chances[], mode: Mode) {
  const cells = (chance: Fraction | null) => (chance === null ? ["not listed", ""] : [percentText(chance), fractionText(chance)]);
  const first = mode === "exactly" ? "outcome" : mode;
  return {
    head: [first, ...series.flatMap(({ name }) => [name, `${name}, exact`])],
    rows: slots.map((slot, index) => [shown(slot), ...chances.flatMap((row) => cells(row[index] ?? null))]),
  };
}
