import { useMemo } from "preact/hooks";

import { outcomeWords, shown } from "../../charts/barWords";
import { chancesOf, slotsOf, type Mode, type Series } from "../../charts/distribution";
import { cellFraction, percentText, ratio, type Fraction } from "../../charts/exact";
import { extremes } from "../../charts/scale";
import { More, useWindow } from "../../charts/Windowed";

interface OutcomeTableProps {
  readonly series: readonly Series[];
  readonly mode: Mode;
  readonly title: string;
}

/** The outcomes down, the outputs across. */
export function OutcomeTable({ series, mode, title }: OutcomeTableProps) {
  const slots = useMemo(() => slotsOf(series), [series]);
  const chances = useMemo(() => series.map(({ odds }) => chancesOf(odds, slots, mode)), [series, slots, mode]);
  const most = useMemo(() => extremes(chances.flat().map((chance) => (chance === null ? 0 : ratio(chance))))[1], [chances]);
  const window = useWindow(slots.length, series.length);
  const listed = slots.slice(0, window.rows);
  return (
    <>
      <div class="scroll-x outcome-table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <caption class="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{mode === "exactly" ? "outcome" : mode}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((slot, row) => (
              <tr key={slot.text}>
                <th scope="row" class="number" aria-label={outcomeWords(mode, slot)}>
                  {shown(slot)}
                </th>
                {chances.map((each, column) => (
                  <Cell key={column} chance={each[row] ?? null} most={most} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More window={window} count={slots.length} noun="outcomes" />
    </>
  );
}

/** A chance with its bar behind it; the greatest of the table fills its cell. */
function Cell({ chance, most }: { chance: Fraction | null; most: number }) {
  if (chance === null || chance.over === 0n) return <td class="number soft">–</td>;
  return (
    <td class="number" title={cellFraction(chance)} style={{ "--share": ratio(chance) / most }}>
      {percentText(chance)}
    </td>
  );
}
