import { exactly, fractionText, shortFraction } from "../../charts/exact";
import { coordinateText, isChance, valueText, type Namer } from "../../charts/grid";
import type { Answers } from "../../contract";
import { sentence } from "../../words";

interface FrontierProps {
  readonly answer: Answers["frontier"];
  /** the axes as people call them */
  readonly called: ReadonlyMap<string, string>;
  /** what their values are called */
  readonly named: Namer;
}

/** What is enough, for each value of another: a column each. */
export function Frontier({ answer, called, named }: FrontierProps) {
  const { axes, sought, rows, kind } = answer;
  const [given = ""] = Object.keys(axes);
  const call = (name: string) => called.get(name) ?? name;
  const place = (at: (typeof rows)[number]["at"]) => coordinateText(named(given, at[given]));
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={sentence(answer.sentence)}>
      <table class="frontier">
        <caption>{sentence(answer.sentence)}</caption>
        <tbody>
          <tr>
            <th scope="row">{call(given)}</th>
            {rows.map(({ at }) => (
              <th key={place(at)} scope="col" class="number">
                {place(at)}
              </th>
            ))}
          </tr>
          <tr class="strong">
            <th scope="row">{call(sought)}</th>
            {rows.map(({ at, value, sentence: told, error }) => (
              <td key={place(at)} class="number" title={error?.message ?? told}>
                {value == null ? <None why={error?.message ?? told} /> : coordinateText(named(sought, value))}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">{kind}</th>
            {rows.map(({ at, reached }) => (
              <td key={place(at)} class="number" title={reached == null ? undefined : shortFraction(fractionText(exactly(reached.exact)))}>
                {reached == null ? "" : valueText(exactly(reached.exact), isChance(kind))}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function None({ why = "none" }: { why: string | undefined }) {
  return (
    <>
      <span aria-hidden="true">none</span>
      <span class="visually-hidden">{why}</span>
    </>
  );
}
