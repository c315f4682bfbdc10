import { useMemo, useRef, useState } from "preact/hooks";
import type { TargetedKeyboardEvent } from "preact";
import { compare, fraction, fractionText, ratio, shortFraction, type Fraction } from "./exact";
import { FileCaption } from "./FileCaption";
import { following, pointed, Readout, TableSwitch, within } from "./frame";
import { axesOf, cellText, coordinateText, isChance, lookup, valueText, type Grid } from "./grid";
import { labelled, textWidth } from "./labels";
import { useWidth } from "./useSize";

interface HeatProps {
  grid: Grid;
  title: string;
}

interface Place {
  column: number;
  row: number;
}

const TYPE = 12;
const TIGHT = 10;
const ROOMY = 27;
const HALF = fraction(1n, 2n);
const STEPS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** A sweep over two axes: the first runs across, the second down; a line marks where one half is passed. */
export function Heat({ grid, title }: HeatProps) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const [at, setAt] = useState<Place | null>(null);
  const [across, down] = axesOf(grid);
  const cells = useMemo(() => cellsOf(grid), [grid]);
  if (across === undefined || down === undefined) return <p class="soft">A heat map needs two axes.</p>;

  const chance = isChance(grid.kind);
  const columns = across.values.map(coordinateText);
  const rows = down.values.map(coordinateText);
  const left = Math.max(...rows.map((text) => textWidth(text, TYPE)), textWidth(down.name, TYPE)) + 12;
  const cell = (width - left - 2) / columns.length;
  const tall = Math.min(Math.max(cell, 22), 36);
  const top = 40;
  const height = top + tall * rows.length + 2;
  const type = cell < ROOMY ? TIGHT : TYPE;
  const share = shares(cells, chance);
  const spoken = ({ column, row }: Place) =>
    `${across.name} ${columns[column]}, ${down.name} ${rows[row]}: ${valueText(cells[row]?.[column] ?? null, chance)}`;

  function point(event: PointerEvent) {
    if (svg.current === null || across === undefined) return;
    const { x, y } = pointed(event, svg.current, width);
    setAt(x < left || y < top ? null : { column: within(Math.floor((x - left) / cell), columns.length), row: within(Math.floor((y - top) / tall), rows.length) });
  }

  function move(event: TargetedKeyboardEvent<SVGElement>) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = at ?? { column: 0, row: 0 };
    setAt({ column: within(from.column + step[0], columns.length), row: within(from.row + step[1], rows.length) });
  }

  const here = at ?? { column: 0, row: 0 };
  const value = cells[here.row]?.[here.column] ?? null;
  return (
    <div class="chart" ref={ref}>
      <Readout
        title={at === null ? `Point at a cell for its exact number.` : `${across.name} ${columns[at.column]}, ${down.name} ${rows[at.row]}`}
        told={[{ name: "", sample: null, text: at === null ? null : <ExactValue of={value} chance={chance} /> }]}
      />
      <svg
        ref={svg}
        class="chart-svg heat"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={title}
        {...following(point, () => setAt(null))}
      >
        <rect class="hit" x="0" y="0" width={width} height={height} />
        <text class="axis-name" x={width - 2} y={13} text-anchor="end">{chance ? `${across.name}, in %` : across.name}</text>
        <text class="axis-name" x={0} y={top - 8}>{down.name}</text>
        {labelled(columns.map((text) => ({ text, value: null })), cell, TYPE, 4).map((index) => (
          <text key={index} class="axis-text" x={left + cell * (index + 0.5)} y={top - 8} text-anchor="middle">{columns[index]}</text>
        ))}
        {rows.map((text, index) => (
          <text key={text} class="axis-text" x={left - 8} y={top + tall * (index + 0.5) + 4} text-anchor="end">{text}</text>
        ))}
        {cells.map((line, row) =>
          line.map((each, column) => (
            <g key={`${row} ${column}`}>
              <rect class="heat-ground" x={left + cell * column} y={top + tall * row} width={cell} height={tall} />
              {each === null ? null : (
                <rect class="heat-cell" fill-opacity={share(each).toFixed(3)} x={left + cell * column} y={top + tall * row} width={cell} height={tall} />
              )}
              {each !== null && textWidth(cellText(each, chance), type) + 3 <= cell ? (
                <text class={type === TIGHT ? "heat-text tight" : "heat-text"} x={left + cell * (column + 0.5)} y={top + tall * (row + 0.5) + 4} text-anchor="middle">{cellText(each, chance)}</text>
              ) : null}
            </g>
          )),
        )}
        {chance ? <path class="heat-half" d={halfLine(cells, left, top, cell, tall)} /> : null}
        <rect class="heat-frame" x={left} y={top} width={cell * columns.length} height={tall * rows.length} />
        <g
          class="cursor"
          role="slider"
          tabIndex={0}
          aria-label={`${across.name} and ${down.name}`}
          aria-valuemin={0}
          aria-valuemax={columns.length * rows.length - 1}
          aria-valuenow={here.row * columns.length + here.column}
          aria-valuetext={spoken(here)}
          onFocus={() => setAt(here)}
          onBlur={() => setAt(null)}
          onKeyDown={move}
        >
          <rect class={at === null ? "cursor-ring" : "cursor-ring here"} x={left + cell * here.column} y={top + tall * here.row} width={cell} height={tall} />
        </g>
        <FileCaption title={title} width={width} top={height} items={[]} />
      </svg>
      <TableSwitch
        caption={title}
        numbers={() => ({
          head: [`${down.name} \\ ${across.name}`, ...columns],
          rows: rows.map((text, row) => [text, ...(cells[row] ?? []).map((each) => (each === null ? "–" : `${valueText(each, chance)} (${fractionText(each)})`))]),
        })}
      />
    </div>
  );
}

type Cells = readonly (readonly (Fraction | null)[])[];

function cellsOf(grid: Grid): Cells {
  const [across, down] = axesOf(grid);
  const value = lookup(grid);
  if (across === undefined || down === undefined) return [];
  return down.values.map((row) => across.values.map((column) => value({ [across.name]: column, [down.name]: row })));
}

/** How full the colour of a value is: its chance, or where a mean lies between the least and the greatest. */
function shares(cells: Cells, chance: boolean): (value: Fraction) => number {
  if (chance) return ratio;
  const all = cells.flat().flatMap((value) => (value === null ? [] : [ratio(value)]));
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (value) => (most === least ? 0.5 : (ratio(value) - least) / (most - least));
}

/** The edges between cells of at least one half and cells of less. */
export function halfLine(cells: Cells, left: number, top: number, wide: number, tall: number): string {
  const high = (row: number, column: number) => {
    const value = cells[row]?.[column] ?? null;
    return value === null ? null : compare(value, HALF) >= 0;
  };
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

function ExactValue({ of, chance }: { of: Fraction | null; chance: boolean }) {
  return (
    <span class="chance">
      <b>{valueText(of, chance)}</b> {of === null ? null : <span class="fraction">{shortFraction(fractionText(of))}</span>}
    </span>
  );
}
