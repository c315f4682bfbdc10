import { useMemo, useState } from "preact/hooks";
import { Cursor, within } from "./Cursor";
import { Drawing } from "./Drawing";
import { cellFraction, compare, fraction, ratio, type Fraction } from "./exact";
import { FileCaption } from "./FileCaption";
import { Readout, TableSwitch, Value } from "./frame";
import { axesOf, cellText, coordinateText, isChance, lookup, valueText, type Axis, type Grid } from "./grid";
import { labelled, textWidth } from "./labels";
import { extremes } from "./scale";
import { useWidth } from "./useSize";

interface HeatProps {
  grid: Grid;
  title: string;
}

type Cells = readonly (readonly (Fraction | null)[])[];

const TYPE = 12;
const TIGHT = 10;
const ROOMY = 27;
const TOP = 40;
const HALF = fraction(1n, 2n);

/** A sweep over two axes: the first runs across, the second down; a line marks where one half is passed. */
export function Heat({ grid, title }: HeatProps) {
  const [across, down] = axesOf(grid);
  const cells = useMemo(() => cellsOf(grid), [grid]);
  if (across === undefined || down === undefined) return <p class="soft">A heat map needs two axes.</p>;
  return <HeatMap across={across} down={down} cells={cells} chance={isChance(grid.kind)} title={title} />;
}

function cellsOf(grid: Grid): Cells {
  const [across, down] = axesOf(grid);
  const value = lookup(grid);
  if (across === undefined || down === undefined) return [];
  return down.values.map((row) => across.values.map((column) => value({ [across.name]: column, [down.name]: row })));
}

interface HeatMapProps {
  across: Axis;
  down: Axis;
  cells: Cells;
  chance: boolean;
  title: string;
}

function HeatMap({ across, down, cells, chance, title }: HeatMapProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [pointed, setAt] = useState<number | null>(null);
  const columns = across.values.map(coordinateText);
  const rows = down.values.map(coordinateText);
  const count = columns.length * rows.length;
  const here = within(pointed ?? 0, count);
  const [row, column] = [Math.floor(here / columns.length), here % columns.length];
  const value = cells[row]?.[column] ?? null;
  const words = `${across.name} ${columns[column]}, ${down.name} ${rows[row]}`;

  const left = Math.max(...[...rows, down.name].map((text) => textWidth(text, TYPE))) + 12;
  const wide = (width - left - 2) / columns.length;
  const tall = Math.min(Math.max(wide, 22), 36);
  const height = TOP + tall * rows.length + 2;
  const share = shares(cells, chance);
  const box = (r: number, c: number) => ({ x: left + wide * c, y: TOP + tall * r, width: wide, height: tall });

  function point({ x, y }: { x: number; y: number }) {
    if (x < left || y < TOP) return setAt(null);
    const [over, under] = [Math.floor((x - left) / wide), Math.floor((y - TOP) / tall)];
    setAt(within(under, rows.length) * columns.length + within(over, columns.length));
  }

  return (
    <div class="chart" ref={ref}>
      <Readout
        title={pointed === null ? "Point at a cell for its exact number." : words}
        told={[{ name: "", sample: null, text: pointed === null ? null : <Value of={value} chance={chance} /> }]}
      />
      <Drawing title={title} width={width} height={height} onPoint={point} onLeave={() => setAt(null)}>
        <text class="axis-name" x={width - 2} y={13} text-anchor="end">{chance ? `${across.name}, in %` : across.name}</text>
        <text class="axis-name" x={0} y={TOP - 8}>{down.name}</text>
        {labelled(columns.map((text) => ({ text, value: null })), wide, TYPE, 4).map((index) => (
          <text key={index} class="axis-text" x={left + wide * (index + 0.5)} y={TOP - 8} text-anchor="middle">{columns[index]}</text>
        ))}
        {rows.map((text, index) => (
          <text key={text} class="axis-text" x={left - 8} y={TOP + tall * (index + 0.5) + 4} text-anchor="end">{text}</text>
        ))}
        <Cells cells={cells} box={box} share={share} chance={chance} />
        {chance ? <path class="heat-half" d={halfLine(cells, left, TOP, wide, tall)} /> : null}
        <rect class="heat-frame" x={left} y={TOP} width={wide * columns.length} height={tall * rows.length} />
        {pointed === null ? null : <rect class="pointed-cell" {...box(row, column)} />}
        <Cursor
          label={`${across.name} and ${down.name}`}
          at={here}
          count={count}
          text={`${words}: ${valueText(value, chance)}`}
          onMove={setAt}
          step={(key, at) => stepTo(key, at, columns.length, rows.length)}
          box={box(row, column)}
        />
        <FileCaption title={title} width={width} top={height} items={[]} />
      </Drawing>
      <TableSwitch
        caption={title}
        numbers={() => ({
          head: [`${down.name} \\ ${across.name}`, ...columns],
          count: rows.length,
          row: (index) => [rows[index]!, ...(cells[index] ?? []).map((each) => tableText(each, chance))],
        })}
      />
    </div>
  );
}

const tableText = (value: Fraction | null, chance: boolean) => (value === null ? "–" : `${valueText(value, chance)} (${cellFraction(value)})`);

interface CellsProps {
  cells: Cells;
  box: (row: number, column: number) => CellProps["box"];
  share: (value: Fraction) => number;
  chance: boolean;
}

const APART = 900;
const SHADES = 48;

/** Each cell by itself, with its number; of very many, those of one shade are one path, and one piece of it side by side. */
function Cells({ cells, box, share, chance }: CellsProps) {
  if (cells.length * (cells[0]?.length ?? 0) > APART) return <Shaded cells={cells} box={box} share={share} />;
  return (
    <>
      {cells.map((line, r) =>
        line.map((each, c) => {
          const content = each === null ? { fill: null, text: "" } : { fill: share(each), text: cellText(each, chance) };
          return <Cell key={`${r} ${c}`} box={box(r, c)} {...content} />;
        }),
      )}
    </>
  );
}

function Shaded({ cells, box, share }: Omit<CellsProps, "chance">) {
  const paths = new Map<number, string[]>();
  cells.forEach((line, r) => {
    const shades = line.map((each) => (each === null ? 0 : Math.round(share(each) * SHADES)));
    const { y, height } = box(r, 0);
    let from = 0;
    shades.forEach((shade, c) => {
      if (shade === shades[c + 1]) return;
      const [left, right] = [box(r, from).x.toFixed(1), box(r, c + 1).x.toFixed(1)];
      paths.set(shade, [...(paths.get(shade) ?? []), `M${left} ${y.toFixed(1)}H${right}v${height.toFixed(1)}H${left}z`]);
      from = c + 1;
    });
  });
  return (
    <>
      {[...paths].map(([shade, path]) => (
        <path key={shade} class="heat-cell" fill-opacity={(shade / SHADES).toFixed(3)} d={path.join("")} />
      ))}
    </>
  );
}

interface CellProps {
  box: { x: number; y: number; width: number; height: number };
  /** how full its colour is; null where nothing is known */
  fill: number | null;
  text: string;
}

/** A coloured cell, with its number where it fits. */
function Cell({ box, fill, text }: CellProps) {
  const tight = box.width < ROOMY;
  const fits = textWidth(text, tight ? TIGHT : TYPE) + 3 <= box.width;
  return (
    <g>
      <rect class="heat-ground" {...box} />
      {fill === null ? null : <rect class="heat-cell" fill-opacity={fill.toFixed(3)} {...box} />}
      {fits ? (
        <text class={tight ? "heat-text tight" : "heat-text"} x={box.x + box.width / 2} y={box.y + box.height / 2 + 4} text-anchor="middle">
          {text}
        </text>
      ) : null}
    </g>
  );
}

const STEPS: Record<string, readonly [across: number, down: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Where an arrow leads from a cell, cells counted row by row. */
function stepTo(key: string, at: number, columns: number, rows: number): number | null {
  const step = STEPS[key];
  if (step === undefined) return null;
  const row = within(Math.floor(at / columns) + step[1], rows);
  return row * columns + within((at % columns) + step[0], columns);
}

/** How full the colour of a value is: its chance, or where a mean lies between the least and the greatest. */
function shares(cells: Cells, chance: boolean): (value: Fraction) => number {
  if (chance) return ratio;
  const all = cells.flat().flatMap((value) => (value === null ? [] : [ratio(value)]));
  const [least, most] = extremes(all);
  return (value) => (most === least ? 0.5 : (ratio(value) - least) / (most - least));
}

/** The edges between cells of at least one half and cells of less. */
export function halfLine(cells: Cells, left: number, top: number, wide: number, tall: number): string {
  const highs = cells.map((line) => line.map((value) => (value === null ? null : compare(value, HALF) >= 0)));
  const high = (row: number, column: number) => highs[row]?.[column] ?? null;
  const differ = (one: boolean | null, other: boolean | null) => one !== null && other !== null && one !== other;
  const edges: string[] = [];
  cells.forEach((line, row) => {
    line.forEach((_, column) => {
      const [x, y] = [left + wide * (column + 1), top + tall * (row + 1)];
      if (differ(high(row, column), high(row, column + 1))) edges.push(`M${x.toFixed(1)} ${(y - tall).toFixed(1)}V${y.toFixed(1)}`);
      if (differ(high(row, column), high(row + 1, column))) edges.push(`M${(x - wide).toFixed(1)} ${y.toFixed(1)}H${x.toFixed(1)}`);
    });
  });
  return edges.join("");
}
