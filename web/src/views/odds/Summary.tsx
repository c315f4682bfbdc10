import type { Target } from "../../charts/Bars";
import { Brief } from "../../charts/Brief";
import { chancesOf } from "../../charts/distribution";
import { decimalText, exactly, percentText, readFraction, type Fraction } from "../../charts/exact";
import { outcomeText } from "../../charts/grid";
import { beside, Swatch } from "../../charts/tones";
import type { Odds } from "../../contract";
import type { Line } from "./files";

interface SummaryProps {
  readonly lines: readonly Line[];
  readonly target: Target | null;
}

interface Row {
  readonly name: string;
  readonly tell: (odds: Odds) => { readonly text: string; readonly exact?: Fraction };
  readonly strong?: boolean;
}

/** Mean, spread and quantiles, a column for each that has numbers for outcomes. */
export function Summary({ lines: all, target }: SummaryProps) {
  const lines = all.map((line, index) => ({ ...line, index })).filter(({ odds }) => odds.quantiles !== null);
  if (lines.length === 0) return null;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="In numbers">
      <table class="summary">
        <caption>In numbers</caption>
        <thead>
          <tr>
            <td />
            {lines.map(({ title, index }) => (
              <th key={index} scope="col">
                {all.length > 1 ? <Swatch tone={beside(index)} /> : null} {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rowsOf(target).map(({ name, tell, strong }) => (
            <tr key={name} class={strong === true ? "strong" : undefined}>
              <th scope="row">{name}</th>
              {lines.map(({ odds, index }) => {
                const { text, exact } = tell(odds);
                return (
                  <td key={index} class="number">
                    {text}
                    {exact === undefined ? null : <Brief of={exact} />}
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

function rowsOf(target: Target | null): readonly Row[] {
  const value = target === null ? null : readFraction(target.at);
  const chance: Row[] =
    target === null || value === null ? [] : [{ name: `${target.side} ${outcomeText(target.at)}`, strong: true, tell: (odds) => chanceAt(odds, value, target) }];
  return [
    ...chance,
    { name: "mean", tell: ({ mean }) => (mean === null ? { text: "–" } : number(exactly(mean.exact))) },
    { name: "standard deviation", tell: ({ sd }) => ({ text: sd === null ? "–" : sd.toFixed(2) }) },
    { name: "median", tell: ({ quantiles }) => ({ text: outcomeText(quantiles?.["50"]) }) },
    { name: "middle half", tell: ({ quantiles }) => ({ text: between(quantiles?.["25"], quantiles?.["75"]) }) },
    { name: "nine in ten", tell: ({ quantiles }) => ({ text: between(quantiles?.["5"], quantiles?.["95"]) }) },
    { name: "all", tell: ({ min, max }) => ({ text: between(min, max ?? "no end") }) },
  ];
}

function between(least: unknown, most: unknown): string {
  return `${outcomeText(least)} to ${outcomeText(most)}`;
}

function chanceAt(odds: Odds, value: Fraction, { at, side }: Target) {
  const chance = chancesOf(odds, [{ text: at, value }], side)[0] ?? null;
  return chance === null ? { text: "not listed" } : { text: percentText(chance), exact: chance };
}

function number(value: Fraction): { text: string; exact: Fraction } {
  return { text: decimalText(value, 2).replace(/\.?0+$/, ""), exact: value };
}
