import { scaleLinear } from "d3-scale";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { BarShapes, isThin, skyline, SkylineSample } from "./BarShapes";
import { Feet, Levels, levelsWidth, type Plot } from "./axes";
import { chancesOf, drawnRange, isOrdered, slotsOf, type Chances, type Mode, type Series, type Slot } from "./distribution";
import { fractionText, percentText, ratio, type Fraction } from "./exact";
import { Chance, chanceWords, following, keyStep, pointed, Readout, TableSwitch, within, type Told } from "./frame";
import { FileCaption } from "./FileCaption";
import { labelled } from "./labels";
import { Rows } from "./Rows";
import { TargetLine } from "./TargetLine";
import { beside, Patterns, Swatch, toned } from "./tones";
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
const MARGIN = { right: 10, top: 22, bottom: 24 };

/** The odds of one or several distributions; words get rows, numbers get upright bars. */
export function Bars(props: BarsProps) {
  const slots = useMemo(() => slotsOf(props.series), [props.series]);
  if (slots.length === 0) return <p class="soft">No outcomes are listed.</p>;
  return isOrdered(slots) ? <UprightBars {...props} slots={slots} /> : <Rows series={props.series} slots={slots} title={props.title} />;
}

function UprightBars({ series, slots: all, mode = "exactly", title, target, onTarget, height = 280 }: BarsProps & { slots: Slot[] }) {
  const [whole, setWhole] = useState(false);
  const range = useMemo(() => drawnRange(series, all), [series, all]);
  const [first, last] = whole ? [0, all.length - 1] : reaching(all, range, target?.at);
  const slots = useMemo(() => all.slice(first, last + 1), [all, first, last]);
  const { ref, width } = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const id = useId();
  const [at, setAt] = useState<number | null>(null);
  const chances = useMemo(() => series.map(({ odds }) => chancesOf(odds, slots, mode)), [series, slots, mode]);
  const reached = useMemo(() => (target === undefined ? [] : series.map(({ odds }) => chancesOf(odds, slots, target.side))), [series, slots, target?.side]);

  const heights = useMemo(() => chances.map((row) => row.map((chance) => (chance === null ? 0 : ratio(chance)))), [chances]);
  const most = Math.max(...heights.flat(), 1e-12);
  const y = scaleLinear([0, most], [height - MARGIN.bottom, MARGIN.top]).nice(4);
  const plot: Plot = { left: levelsWidth(y, true), right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const step = (plot.right - plot.left) / slots.length;
  const thin = isThin(step, series.length);
  const middle = (index: number) => plot.left + step * (index + 0.5);
  const slotAt = (x: number) => within(Math.floor((x - plot.left) / step), slots.length);
  const targetAt = target === undefined ? -1 : slots.findIndex((slot) => slot.text === target.at);
  const inside = (index: number) => targetAt < 0 || reaches(mode, target?.side, index - targetAt);

  const here = within(at ?? likeliest(heights[0] ?? []), slots.length);

  return (
    <div class="chart" ref={ref}>
      <BarsReadout thin={thin} series={series} slots={slots} chances={chances} reached={reached} mode={mode} at={at} target={target} targetAt={targetAt} />
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
        {at === null || at >= slots.length ? null : <rect class="pointed" x={plot.left + step * at} y={plot.top} width={step} height={plot.bottom - plot.top} />}
        <BarShapes heights={heights} plot={plot} step={step} y={y} inside={inside} patterns={id} marked={targetAt >= 0} />
        <Feet plot={plot} labels={labelled(slots, step, TYPE).map((index) => ({ x: middle(index), text: shown(slots[index]) }))} />
        <g
          class="cursor"
          role="slider"
          tabIndex={0}
          aria-label="Outcome"
          aria-valuemin={0}
          aria-valuemax={slots.length - 1}
          aria-valuenow={here}
          aria-valuetext={spoken(slots, series, chances, mode, here)}
          onFocus={() => setAt(here)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const next = keyStep(event, here, slots.length);
            if (next !== null) setAt(next);
          }}
        >
          <rect class="cursor-ring" x={plot.left + step * here} y={plot.top} width={Math.max(step, 3)} height={plot.bottom - plot.top} />
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
        <FileCaption title={title} width={width} top={height} items={series.length > 1 ? series.map(({ name }, index) => ({ name, sample: thin ? skyline(index) : toned(beside(index), id) })) : []} />
      </svg>
      {slots.length === all.length && !whole ? null : (
        <p class="chart-note">
          {whole ? "All outcomes are drawn. " : `At most 0.01 % lies outside ${shown(slots[0])} to ${shown(slots.at(-1))}. `}
          <button type="button" class="link screen-only" onClick={() => setWhole(!whole)}>{whole ? "Draw the likely ones" : "Draw all"}</button>
        </p>
      )}
      <TableSwitch caption={title} numbers={() => numbersOf(series, all, series.map(({ odds }) => chancesOf(odds, all, mode)), mode)} />
    </div>
  );
}

/** Whether a bar makes up the target's chance: all on its side do; a cumulative bar holds it alone. */
function reaches(mode: Mode, side: Mode | undefined, beyond: number): boolean {
  if (mode !== "exactly") return beyond === 0;
  return side === "at least" ? beyond >= 0 : beyond <= 0;
}

/** The likely range, made longer where the target lies outside it. */
function reaching(slots: readonly Slot[], [from, to]: [number, number], target: string | undefined): [number, number] {
  const at = slots.findIndex((slot) => slot.text === target);
  return at < 0 ? [from, to] : [Math.min(from, at), Math.max(to, at)];
}

interface ReadoutProps {
  thin: boolean;
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
function BarsReadout({ thin, series, slots, chances, reached, mode, at, target, targetAt }: ReadoutProps) {
  const tell = (rows: readonly Chances[] | null, index: number): Told[] =>
    series.map(({ name }, row) => ({
      name,
      sample: thin ? <SkylineSample index={row} /> : <Swatch tone={beside(row)} />,
      text: rows === null ? null : <Chance of={rows[row]?.[index] ?? null} />,
    }));
  if (at !== null && at < slots.length) return <Readout title={titleOf(mode, slots[at])} told={tell(chances, at)} />;
  if (target !== undefined && targetAt >= 0) return <Readout title={`${target.side} ${shown(slots[targetAt])}`} told={tell(reached, targetAt)} />;
  if (series.length > 1 || mode !== "exactly") return <Readout title="Point at an outcome for its exact chance." told={tell(null, 0)} />;
  const top = likeliest((chances[0] ?? []).map((chance) => (chance === null ? 0 : ratio(chance))));
  return <Readout title={`most likely ${shown(slots[top])}`} told={tell(chances, top)} />;
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
