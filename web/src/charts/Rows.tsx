import { useMemo } from "preact/hooks";

import { Brief } from "./Brief";
import { chancesOf, likeliestTexts, type Series, type Slot } from "./distribution";
import { percentText, ratio } from "./exact";
import { Legend } from "./frame";
import { truthText } from "../words";
import { beside, type Tone } from "./tones";
import { More, useWindow } from "./Windowed";

interface RowsProps {
  series: readonly Series[];
  slots: readonly Slot[];
  title: string;
}

/** Letters that stay on one line. */
const SHORT = 14;
/** Outcomes that are words: a row each, read as a table by whoever does not see the bars; of very many, the likeliest. */
export function Rows({ series, slots, title }: RowsProps) {
  const window = useWindow(slots.length, 2 * series.length);
  const listed = useMemo(() => likeliestSlots(series, slots, window.rows), [series, slots, window.rows]);
  const chances = useMemo(() => series.map(({ odds }) => chancesOf(odds, listed, "exactly")), [series, listed]);
  const shares = listed.map((_, index) => chances.map((row) => row[index] ?? null));
  const most = Math.max(...shares.flat().map((chance) => (chance === null ? 0 : ratio(chance))));
  const several = series.length > 1;
  return (
    <div class="chart">
      {several ? <Legend items={series.map(({ name }, index) => ({ name, tone: beside(index) }))} /> : null}
      <div class={several ? "scroll-x" : undefined} tabIndex={several ? 0 : undefined} role={several ? "region" : undefined} aria-label={several ? title : undefined}>
        <table class="rows">
          <caption class="visually-hidden">{title}</caption>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">outcome</th>
              {series.map(({ name }) => <th key={name} scope="col">{name}</th>)}
            </tr>
          </thead>
          <tbody>
            {listed.map(({ text }, index) => (
              <tr key={text}>
                <th scope="row" class={text.length <= SHORT ? "short" : undefined}>
                  {truthText(text)}
                </th>
                {series.map(({ name }, row) => {
                  const chance = shares[index]?.[row] ?? null;
                  return (
                    <td key={name}>
                      {chance === null ? "not listed" : (
                        <>
                          <Bar share={ratio(chance) / most} tone={several ? beside(row) : "hatch"} />
                          <span class="chance">
                            <b>{percentText(chance)}</b> {several ? null : <Brief of={chance} />}
                          </span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More window={window} count={slots.length} noun="outcomes" which="likeliest" />
    </div>
  );
}

/** The rows worth drawing first: those that are likely in any of the series. */
function likeliestSlots(series: readonly Series[], slots: readonly Slot[], most: number): readonly Slot[] {
  if (slots.length <= most) return slots;
  const found = new Set(series.flatMap(({ odds }) => likeliestTexts(odds, Math.ceil(most / series.length))));
  for (let index = 0; found.size < most; index += 1) found.add(slots[index]!.text);
  return slots.filter(({ text }) => found.has(text)).slice(0, most);
}

function Bar({ share, tone }: { share: number; tone: Tone }) {
  return (
    <span class="rows-track" aria-hidden="true">
      <span class={`rows-bar swatch-${tone}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
