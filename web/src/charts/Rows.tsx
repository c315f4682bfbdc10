import { chancesOf, type Series, type Slot } from "./distribution";
import { fractionText, percentText, ratio, shortFraction } from "./exact";
import { Legend } from "./frame";
import { beside, type Tone } from "./tones";

interface RowsProps {
  series: readonly Series[];
  slots: readonly Slot[];
  title: string;
}

/** Outcomes that are words: a row each, read as a table by whoever does not see the bars. */
export function Rows({ series, slots, title }: RowsProps) {
  const chances = series.map(({ odds }) => chancesOf(odds, slots, "exactly"));
  const most = Math.max(...chances.flat().map((chance) => (chance === null ? 0 : ratio(chance))));
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
          {slots.map((slot, index) => (
            <tr key={slot.text}>
              <th scope="row">{slot.text}</th>
              {series.map(({ name }, row) => {
                const chance = chances[row]?.[index] ?? null;
                return (
                  <td key={name}>
                    {chance === null ? "not listed" : (
                      <>
                        <Bar share={ratio(chance) / most} tone={series.length > 1 ? beside(row) : "hatch"} />
                        <span class="chance">
                          <b>{percentText(chance)}</b> <span class="fraction">{shortFraction(fractionText(chance))}</span>
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
  );
}

function Bar({ share, tone }: { share: number; tone: Tone }) {
  return (
    <span class="rows-track" aria-hidden="true">
      <span class={`rows-bar swatch-${tone}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
