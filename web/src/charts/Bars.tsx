import { useId, useMemo, useState } from "preact/hooks";
import { Feet, Levels, levelsWidth, type Plot } from "./axes";
import { numbersOf, shown, spokenOutcome } from "./barWords";
import { BarsReadout } from "./BarsReadout";
import { BarShapes, isThin, skyline } from "./BarShapes";
import { Cursor, within } from "./Cursor";
import { chancesOf, drawnRange, isOrdered, likeliest, slotsOf, thinned, type Mode, type Series, type Slot } from "./distribution";
import { Drawing } from "./Drawing";
import { ratio } from "./exact";
import { FileCaption } from "./FileCaption";
import { chanceWords, TableSwitch } from "./frame";
import { labelled } from "./labels";
import { Rows } from "./Rows";
import { niceScale } from "./scale";
import { TargetLine } from "./TargetLine";
import { beside, Patterns, toned } from "./tones";
import { grouped } from "../words";
import { useWidth } from "./useSize";

export interface Target {
  /** the text of an outcome */
  at: string;
  side: Mode;
}

const SIGNS: Readonly<Record<Mode, string>> = { exactly: "=", "at least": "≥", "at most": "≤" };
/** Where the line of a target cuts its bar, from left to right. */
const EDGES: Readonly<Record<Mode, number>> = { exactly: 0.5, "at least": 0, "at most": 1 };

export interface BarsProps {
  series: readonly Series[];
  mode?: Mode;
  /** what the chart is about, for the table, for files and for screen readers */
  title: string;
  target?: Target | undefined;
  onTarget?: (at: string) => void;
  height?: number;
  /** what the outcomes are */
  axis?: string;
  /** what a file tells below the drawing */
  notes?: readonly string[];
}

const TYPE = 12;
const MARGIN = { right: 10, top: 22, bottom: 40 };

/** The odds of one or several distributions; words get rows, numbers get upright bars. */
export function Bars(props: BarsProps) {
  const slots = useMemo(() => slotsOf(props.series), [props.series]);
  if (slots.length === 0) return <p class="soft">No outcomes are listed.</p>;
  if (!isOrdered(slots)) return <Rows series={props.series} slots={slots} title={props.title} />;
  return <LikelyBars {...props} slots={slots} />;
}

type SlotsProps = BarsProps & { slots: readonly Slot[] };

/** What is likely of a long row, with a word on the rest. */
function LikelyBars({ slots: listed, ...props }: SlotsProps) {
  const { series, mode = "exactly", target, title } = props;
  const [whole, setWhole] = useState(false);
  const { every, slots: all } = useMemo(() => thinned(listed, target?.at), [listed, target?.at]);
  const range = useMemo(() => drawnRange(series, all), [series, all]);
  const [first, last] = whole ? [0, all.length - 1] : reaching(all, range, target?.at);
  const slots = useMemo(() => all.slice(first, last + 1), [all, first, last]);
  return (
    <div class="chart">
      <UprightBars {...props} mode={mode} slots={slots} />
      {slots.length === all.length && !whole ? null : (
        <p class="chart-note">
          {whole ? "All outcomes are drawn. " : `At most 0.01 % lies outside ${shown(slots[0])} to ${shown(slots.at(-1))}. `}
          <button type="button" class="link screen-only" onClick={() => setWhole(!whole)}>
            {whole ? "Draw the likely ones" : "Draw all"}
          </button>
        </p>
      )}
      {every === 1 ? null : <p class="chart-note">One outcome in {grouped(every)} is drawn; the table has all {grouped(listed.length)}.</p>}
      <TableSwitch caption={title} numbers={() => numbersOf(series, listed, mode)} />
    </div>
  );
}

/** The likely range, made longer where the target lies outside it. */
function reaching(slots: readonly Slot[], [from, to]: [number, number], target: string | undefined): [number, number] {
  const at = slots.findIndex((slot) => slot.text === target);
  return at < 0 ? [from, to] : [Math.min(from, at), Math.max(to, at)];
}

function UprightBars({ series, slots, mode = "exactly", title, target, onTarget, height = 280, axis = "outcome", notes }: SlotsProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const id = useId();
  const [pointed, setAt] = useState<number | null>(null);
  const at = pointed === null ? null : within(pointed, slots.length);
  const side = target?.side;
  const chances = useMemo(() => series.map(({ odds }) => chancesOf(odds, slots, mode)), [series, slots, mode]);
  const reached = useMemo(() => (side === undefined ? [] : series.map(({ odds }) => chancesOf(odds, slots, side))), [series, slots, side]);
  const heights = useMemo(() => chances.map((row) => row.map((chance) => (chance === null ? 0 : ratio(chance)))), [chances]);

  const y = niceScale([0, Math.max(...heights.flat(), 1e-12)], [height - MARGIN.bottom, MARGIN.top], 4);
  const plot: Plot = { left: levelsWidth(y, true), right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  const step = (plot.right - plot.left) / slots.length;
  const thin = isThin(step, series.length);
  const tall = plot.bottom - plot.top;
  const slotAt = (x: number) => within(Math.floor((x - plot.left) / step), slots.length);
  const targetAt = target === undefined ? -1 : slots.findIndex((slot) => slot.text === target.at);
  const inside = (index: number) => targetAt < 0 || reaches(mode, side, index - targetAt);
  const top = useMemo(() => likeliest(chances[0] ?? []), [chances]);
  const here = at ?? top[0] ?? 0;
  const labels = labelled(slots, step, TYPE).map((index) => ({ x: plot.left + step * (index + 0.5), text: shown(slots[index]) }));
  const legend = series.map(({ name }, index) => ({ name, sample: thin ? skyline(index) : toned(beside(index), id) }));

  return (
    <div ref={ref}>
      <BarsReadout {...{ series, slots, chances, reached, mode, at, target, targetAt, top, thin }} />
      <Drawing title={title} width={width} height={height} onPoint={({ x }) => setAt(slotAt(x))} onLeave={() => setAt(null)}>
        <Patterns id={id} />
        <Levels scale={y} plot={plot} chance />
        {at === null ? null : <rect class="pointed" x={plot.left + step * at} y={plot.top} width={step} height={tall} />}
        <BarShapes heights={heights} plot={plot} step={step} y={y} inside={inside} patterns={id} marked={targetAt >= 0} />
        <Feet plot={plot} labels={labels} name={axis} />
        <Cursor
          label="Outcome"
          at={here}
          count={slots.length}
          text={spokenOutcome(slots[here], series, chances.map((row) => row[here] ?? null), mode)}
          onMove={setAt}
          box={{ x: plot.left + step * here, y: plot.top, width: Math.max(step, 3), height: tall }}
        />
        {target === undefined || targetAt < 0 ? null : (
          <TargetLine
            x={plot.left + step * (targetAt + EDGES[target.side])}
            plot={plot}
            width={width}
            at={targetAt}
            count={slots.length}
            label={`${SIGNS[target.side]} ${shown(slots[targetAt])}`}
            text={`${target.side} ${shown(slots[targetAt])}: ${reached.map((row) => chanceWords(row[targetAt] ?? null)).join("; ")}`}
            slotAt={slotAt}
            onMove={(next) => onTarget?.((slots[next] as Slot).text)}
          />
        )}
        <FileCaption title={title} width={width} top={height} items={series.length > 1 ? legend : []} notes={notes} />
      </Drawing>
    </div>
  );
}

/** Whether a bar makes up the target's chance: all on its side do; a cumulative bar holds it alone. */
function reaches(mode: Mode, side: Mode | undefined, beyond: number): boolean {
  if (mode !== "exactly") return beyond === 0;
  if (side === "exactly") return beyond === 0;
  return side === "at least" ? beyond >= 0 : beyond <= 0;
}
