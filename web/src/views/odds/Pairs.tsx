import { Headline } from "../../charts";
import { exactly, fractionText, percentText } from "../../charts/exact";
import type { Answers } from "../../contract";

interface PairsProps {
  readonly titles: readonly string[];
  readonly pairs: Answers["compare"]["pairs"];
}

/** How often one beats another, if both are rolled once. */
export function Pairs({ titles, pairs }: PairsProps) {
  const [only] = pairs;
  if (only === undefined) return null;
  return (
    <section class="stack pairs" aria-label="Against each other">
      <h3>Against each other</h3>
      {pairs.length === 1 ? (
        <Headline
          label={`${titles[only.left]} against ${titles[only.right]}`}
          parts={[
            { text: `${titles[only.right]} is higher`, exact: only.below.exact },
            { text: "both are equal", exact: only.equal.exact },
            { text: `${titles[only.left]} is higher`, exact: only.above.exact },
          ]}
        />
      ) : (
        <Matrix titles={titles} pairs={pairs} />
      )}
    </section>
  );
}

function Matrix({ titles, pairs }: PairsProps) {
  const used = [...new Set(pairs.flatMap(({ left, right }) => [left, right]))].sort((one, other) => one - other);
  const chance = (row: number, column: number) => {
    const pair = pairs.find(({ left, right }) => left === Math.min(row, column) && right === Math.max(row, column));
    return pair === undefined ? null : exactly((row < column ? pair.above : pair.below).exact);
  };
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="How often the row is higher">
      <table class="matrix">
        <caption>How often the one at the left is higher; what is missing to 100 % is even.</caption>
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
                  <td key={column} class="number" title={share === null ? undefined : fractionText(share)}>
                    {share === null ? "·" : percentText(share)}
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
