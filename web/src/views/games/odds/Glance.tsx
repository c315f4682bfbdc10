import { useMemo } from "preact/hooks";

import { Bars } from "../../../charts/Bars";
import { Brief } from "../../../charts/Brief";
import { shownApart } from "../../../charts/distribution";
import { decimalText, exactly, fractionText, percentText, ratio, shortFraction } from "../../../charts/exact";
import { outcomeText } from "../../../charts/grid";
import { Headline } from "../../../charts/Headline";
import type { Odds, Problem } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { chanceWords, toldOf, type Told } from "./headline";
import { Strip } from "./Strip";
import { grouped } from "../../../words";

interface GlanceProps {
  readonly odds: Odds | null;
  readonly problem: Problem | null;
  readonly waiting: boolean;
}

/** The odds at a glance, before anything is rolled. */
export function Glance({ odds, problem, waiting }: GlanceProps) {
  return (
    <div class={waiting ? "glance waiting" : "glance"} aria-live="polite" aria-busy={waiting} role="group" aria-label="Odds at a glance">
      {problem !== null ? <ProblemText problem={problem} /> : odds === null ? <p class="soft">Working out the odds …</p> : <Seen odds={odds} />}
    </div>
  );
}

const MOST_PARTS = 6;
const MOST_BARS = 40;

function Seen({ odds }: { odds: Odds }) {
  const told = toldOf(odds);
  if (told === null) return <InNumbers odds={odds} />;
  if (odds.outcomes.length === 1) return <p class="sure">{odds.outcomes[0]?.text}</p>;
  const chances = told.filter((each) => each.kind === "chance");
  const [first, ...others] = chances;
  return (
    <>
      {first === undefined ? null : <Foremost told={first} />}
      {others.length === 0 ? null : (
        <ul class="chances">
          {others.map((each) => (
            <li key={each.name}>
              <Chance told={each} />
            </li>
          ))}
        </ul>
      )}
      {told.map((each) =>
        each.kind === "chance" ? null : each.parts.length > MOST_PARTS && each.parts.every(({ number }) => number !== undefined) ? (
          <Strip key={each.field} parts={each.parts} />
        ) : (
          <Headline key={each.field} parts={[...each.parts]} label="Outcomes" />
        ),
      )}
    </>
  );
}

type OneChance = Extract<Told, { kind: "chance" }>;

function Foremost({ told }: { told: OneChance }) {
  const chance = exactly(told.exact);
  return (
    <div class="foremost">
      <span class="foremost-chance">{percentText(chance, 1)}</span>
      <span class="foremost-words">
        {chanceWords(told.name)} <Brief of={chance} />
      </span>
      <span class="foremost-bar" aria-hidden="true">
        <span style={{ width: `${ratio(chance) * 100}%` }} />
      </span>
    </div>
  );
}

function Chance({ told }: { told: OneChance }) {
  const chance = exactly(told.exact);
  return (
    <span title={shortFraction(fractionText(chance))}>
      {chanceWords(told.name)} <b>{percentText(chance)}</b>
    </span>
  );
}

function InNumbers({ odds }: { odds: Odds }) {
  const series = useMemo(() => [{ name: odds.expression, odds }], [odds]);
  if (odds.mean === null) {
    const outcomes = shownApart(odds.outcomes);
    if (outcomes.length <= MOST_BARS) return <Strip parts={outcomes.map((each) => ({ text: each.text, exact: `${each.weight}/${odds.denominator}` }))} />;
    return <p class="soft">{grouped(outcomes.length)} outcomes: see the odds in full, below.</p>;
  }
  return (
    <>
      <p class="in-numbers">
        <b>{decimalText(exactly(odds.mean.exact), 2)}</b> on average
        {odds.min === null || odds.max === null ? null : `, from ${outcomeText(odds.min)} to ${outcomeText(odds.max)}`}
      </p>
      <Bars series={series} title={odds.expression} height={150} />
    </>
  );
}
