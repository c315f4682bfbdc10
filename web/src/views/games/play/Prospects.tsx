import { Silhouette } from "../../../charts/Silhouette";
import type { Answers } from "../../../contract";
import { capital } from "../../../words";
import { Worth } from "./Worth";

type Advice = Answers["advise"];

/** The odds behind each option: their shape and where they end; what is best comes first. */
export function Prospects({ advice }: { advice: Advice }) {
  const odds = Object.entries(advice.odds ?? {});
  const numeric = odds.every(([, each]) => each.mean !== null);
  const best = (option: string) => (advice.best.includes(option) ? 0 : 1);
  return (
    <div class="scrolls">
      <table class="prospects">
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col">{capital(advice.kind)}</th>
            {numeric ? <th scope="col">From</th> : null}
            {numeric ? <th scope="col">To</th> : null}
            <th scope="col">Odds</th>
          </tr>
        </thead>
        <tbody>
          {[...odds].sort(([one], [other]) => best(one) - best(other)).map(([option, each]) => (
            <tr key={option}>
              <th scope="row">{capital(option)}</th>
              <td>
                <Worth advice={advice} option={option} />
              </td>
              {numeric ? <td>{String(each.min ?? "–")}</td> : null}
              {numeric ? <td>{String(each.max ?? "–")}</td> : null}
              <td>
                <Silhouette odds={each} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
