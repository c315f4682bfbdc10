/** What every chart has: a line that tells the place pointed at, a legend, the same numbers as a table. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Brief } from "./Brief";
import { cellFraction, percentText, type Fraction } from "./exact";
import { valueText } from "./grid";
import { Swatch, type Tone } from "./tones";
import { More, useWindow } from "./Windowed";

/** A chance; with its fraction, however long, where somebody points at it. */
export function Chance({ of, pointed = true }: { of: Fraction | null; pointed?: boolean }) {
  if (of === null) return <span class="chance">not listed</span>;
  return (
    <span class="chance">
      <b>{percentText(of)}</b> {pointed ? <span class="fraction">{cellFraction(of)}</span> : <Brief of={of} />}
    </span>
  );
}

/** A value of a sweep: a chance, or a mean. */
export function Value({ of, chance }: { of: Fraction | null; chance: boolean }) {
  return (
    <span class="chance">
      <b>{valueText(of, chance)}</b> {of === null ? null : <span class="fraction">{cellFraction(of)}</span>}
    </span>
  );
}

export function chanceWords(of: Fraction | null): string {
  return of === null ? "not listed" : `${percentText(of)}, ${cellFraction(of)}`;
}

export interface Told {
  name: string;
  sample: ComponentChildren;
  text: ComponentChildren;
}

/**
 * The legend, which also tells the numbers of the place pointed at.
 * It stands above the drawing, where no finger hides it, and keeps its height while numbers come and go.
 */
export function Readout({ title, told }: { title: string; told: readonly Told[] }) {
  const several = told.length > 1;
  return (
    <div class={several ? "readout several" : "readout"}>
      <span class="readout-title" aria-hidden="true">{title}</span>
      {told.map(({ name, sample, text }) => (
        <span class="readout-item" key={name}>
          {several ? sample : null}
          {several ? <span>{name}</span> : null}
          <span class="readout-text" aria-hidden="true">{text}</span>
        </span>
      ))}
    </div>
  );
}

export function Legend({ items }: { items: readonly { name: string; tone: Tone }[] }) {
  return (
    <ul class="legend">
      {items.map(({ name, tone }) => (
        <li key={name}>
          <Swatch tone={tone} />
          {name}
        </li>
      ))}
    </ul>
  );
}

export interface Numbers {
  readonly head: readonly string[];
  readonly count: number;
  /** made for the rows that are drawn alone */
  readonly row: (index: number) => readonly string[];
}

/** The chart's numbers as a table, made only when somebody opens it. */
export function TableSwitch({ caption, numbers }: { caption: string; numbers: () => Numbers }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Numbers as a table</summary>
      {open ? <Table caption={caption} {...numbers()} /> : null}
    </details>
  );
}

function Table({ caption, head, count, row }: Numbers & { caption: string }) {
  const window = useWindow(count, head.length - 1);
  return (
    <div class="chart-table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>{head.map((text) => <th key={text} scope="col">{text}</th>)}</tr>
        </thead>
        <tbody>
          {Array.from({ length: window.rows }, (_, index) => {
            const [first = "", ...rest] = row(index);
            return (
              <tr key={first}>
                <th scope="row">{first}</th>
                {rest.map((text, column) => <td key={column} class="number">{text}</td>)}
              </tr>
            );
          })}
        </tbody>
      </table>
      <More window={window} count={count} noun="rows" />
    </div>
  );
}
