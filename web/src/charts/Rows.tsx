import { useMemo } from "preact/hooks";

import { chancesOf, heaviest, type Chances, type Series, type Slot } from "./distribution";
import { cellFraction, percentText, ratio } from "./exact";
import { Legend } from "./frame";
import { beside, type Tone } from "./tones";
import { More, useWindow } from "./Windowed";

interface RowsProps {
  series: readonly Series[];
  slots: readonly Slot[];
  title: string;
}

/** Outcomes that are words: a row each, read as a table by whoever does not see the bars; of very many, the likeliest. */
export function Rows({ series, slots, title }: RowsProps) {
  const chances = useMemo(() => series.map(({ odds }) => chancesOf(odds, slots, "exactly")), [series, slots]);
  const window = useWindow(slots.length);
  const listed = useMemo(() => likeliestPlaces(chances, slots.length, window.rows), [chances, window.rows]);
  const shares = listed.map((index) => chances.map((row) => row[index] ?? null));
  const most = Math.max(...shares.flat().map((chance) => (chance === null ? 0 : ratio(chance))));
  return (
    <div class="chart">
      {series.length > 1 ? <Legend items={series.map(({ name }, index) => ({ name, tone: beside(index) }))} /> : null}
      <table class="rows">
        <caption class="visually-hidden">{title}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">outcome</th>
            {series.map(({ name }) => <th key={name} scope="col">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {listed.map((place, index) => (
            <tr key={slots[place]!.text}>
              <th scope="row">{slots[place]!.text}</th>
              {series.map(({ name }, row) => {
                const chance = shares[index]?.[row] ?? null;
                return (
                  <td key={name}>
                    {chance === null ? "not listed" : (
                      <>
                        <Bar share={ratio(chance) / most} tone={series.length > 1 ? beside(row) : "hatch"} />
                        <span class="chance">
                          <b>{percentText(chance)}</b> <span class="fraction">{cellFraction(chance)}</span>
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
      <More window={window} count={slots.length} noun="outcomes" which="likeliest" />
    </div>
  );
}

/** The rows worth drawing first: those that are likely in any of the series. */
function likeliestPlaces(chances: readonly Chances[], count: number, most: number): readonly number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const each = Math.ceil(most / chances.length);
  const found = new Set(chances.flatMap((row) => heaviest(row, each)));
  for (let index = 0; index < count && found.size < most; index += 1) found.add(index);
  return [...found].sort((left, right) => left - right).slice(0, most);
}

function Bar({ share, tone }: { share: number; tone: Tone }) {
  return (
    <span class="rows-track" aria-hidden="true">
      <span class={`rows-bar swatch-${tone}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
