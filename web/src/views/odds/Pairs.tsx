import { Brief } from "../../charts/Brief";
import { cellFraction, exactly, percentText, ratio } from "../../charts/exact";
import { beside, Swatch, type Tone } from "../../charts/tones";
import { verdictOf, type Pair } from "./verdict";

interface PairsProps {
  readonly titles: readonly string[];
  /** the place of each in the drawing, for its tone */
  readonly places: readonly number[];
  readonly pairs: readonly Pair[];
}

/** How often one beats another, if both are rolled once, and which is better. */
export function Pairs({ titles, places, pairs }: PairsProps) {
  const [only] = pairs;
  if (only === undefined) return null;
  return (
    <section class="stack pairs" aria-label="Against each other">
      <h2 class="caption-like">Against each other</h2>
      {pairs.length === 1 ? <Duel titles={titles} places={places} pair={only} /> : <Matrix titles={titles} pairs={pairs} />}
      {pairs.length === 1 ? (
        <Verdicts titles={titles} pairs={pairs} />
      ) : (
        <details class="verdicts-fold">
          <summary>In words</summary>
          <Verdicts titles={titles} pairs={pairs} />
        </details>
      )}
    </section>
  );
}

function Verdicts({ titles, pairs }: Pick<PairsProps, "titles" | "pairs">) {
  return (
    <ul class="verdicts">
      {pairs.map((pair) => (
        <li key={`${pair.left} ${pair.right}`}>{verdictOf(pair, titles)}</li>
      ))}
    </ul>
  );
}

function Duel({ titles, places, pair }: Omit<PairsProps, "pairs"> & { pair: Pair }) {
  const parts: readonly { text: string; exact: string; tone: Tone }[] = [
    { text: `${titles[pair.left]} is higher`, exact: pair.above.exact, tone: beside(places[pair.left] ?? 0) },
    { text: "both are equal", exact: pair.equal.exact, tone: "blank" },
    { text: `${titles[pair.right]} is higher`, exact: pair.below.exact, tone: beside(places[pair.right] ?? 1) },
  ];
  return (
    <div class="headline-field">
      <div class="headline-bar" aria-hidden="true">
        {parts.map(({ text, exact, tone }) => (
          <span key={text} class={`headline-part swatch-${tone}`} style={{ flexGrow: ratio(exactly(exact)) }} />
        ))}
      </div>
      <ul class="duel">
        {parts.map(({ text, exact, tone }) => (
          <li key={text}>
            <Swatch tone={tone} />
            <span>{text}</span>
            <span class="number">
              {percentText(exactly(exact))} <Brief of={exactly(exact)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Matrix({ titles, pairs }: Pick<PairsProps, "titles" | "pairs">) {
  const used = [...new Set(pairs.flatMap(({ left, right }) => [left, right]))].sort((one, other) => one - other);
  const chance = (row: number, column: number) => {
    const pair = pairs.find(({ left, right }) => left === Math.min(row, column) && right === Math.max(row, column));
    return pair === undefined ? null : exactly((row < column ? pair.above : pair.below).exact);
  };
  const neverWorse = (row: number, column: number) =>
    pairs.some(({ left, right, never_worse: better }) => (left === row && right === column && better === "left") || (left === column && right === row && better === "right"));
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="How often the row is higher">
      <table class="matrix">
        <caption>How often the one at the left is higher; what is missing to 100 % is even. One with a star is never worse.</caption>
        <thead>
          <tr>
            <td />
            {used.map((column) => (
              <th key={column} scope="col">
                {titles[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {used.map((row) => (
            <tr key={row}>
              <th scope="row">{titles[row]}</th>
              {used.map((column) => {
                const share = row === column ? null : chance(row, column);
                return (
                  <td key={column} class="number" title={share === null ? undefined : cellFraction(share)}>
                    {share === null ? "·" : percentText(share)}
                    {neverWorse(row, column) ? <span class="never-worse"> ★</span> : null}
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
