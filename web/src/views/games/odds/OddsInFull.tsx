import { useId, useMemo, useState } from "preact/hooks";

import { useAnswer, type Answered } from "../../../app/useAnswer";
import { Bars } from "../../../charts/Bars";
import { likeliestTexts, MODES, shownApart, type Mode } from "../../../charts/distribution";
import { decimalText, exactly } from "../../../charts/exact";
import { drawnGrid } from "../../../charts/grid";
import { Lines } from "../../../charts/Lines";
import type { Odds, Questions } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { Segments } from "../../../theme/Segments";
import { labelOf } from "../form/parameters";
import { grouped } from "../../../words";

interface OddsInFullProps {
  readonly subject: Questions["odds"];
  /** the odds of the whole outcome, which are known already */
  readonly whole: Answered<Odds>;
  readonly fields: readonly string[];
}

const MOST_ROWS = 40;
const PAUSE = 40;
const LATER = 400;
const WHOLE = "";
const STEPS = "steps";
const TOO_MANY = "answer-too-long";

/** All outcomes of a rule, or one field of them. */
export function OddsInFull({ subject, whole, fields }: OddsInFullProps) {
  const id = useId();
  const [of, setOf] = useState<string | null>(null);
  const long = whole.problem?.code === TOO_MANY || whole.answer !== null && whole.answer.quantiles === null && whole.answer.outcomes.length > MOST_ROWS;
  const chosen = of ?? (long ? (fields[0] ?? WHOLE) : WHOLE);
  const part = useAnswer("odds", chosen === WHOLE || chosen === STEPS ? null : { ...subject, of: chosen }, { delay: PAUSE });
  const { answer, problem, waiting } = chosen === WHOLE ? whole : part;
  const steps = useAnswer("steps", subject, { delay: chosen === STEPS ? PAUSE : LATER });
  const rounds = steps.answer;
  const takesSteps = rounds !== null && (Object.values(rounds.axes)[0]?.length ?? 0) > 1;
  return (
    <div class="stack odds-in-full">
      <div class="field">
        <label for={id}>Of what</label>
        <select id={id} value={chosen} onChange={({ currentTarget }) => setOf(currentTarget.value)}>
          <option value={WHOLE}>the whole outcome</option>
          {fields.map((field) => (
            <option key={field} value={field}>
              {labelOf(field)}
            </option>
          ))}
          {takesSteps ? <option value={STEPS}>how many steps it takes</option> : null}
        </select>
      </div>
      <div class={waiting ? "waiting" : ""}>
        {chosen === STEPS ? (
          rounds === null ? null : <Lines grid={drawnGrid(rounds)} title="The chance to end within so many steps" />
        ) : problem !== null ? (
          <ProblemText problem={problem} />
        ) : answer === null ? (
          <p class="soft">Working out the odds …</p>
        ) : (
          <Full odds={answer} />
        )}
      </div>
    </div>
  );
}

function Full({ odds }: { odds: Odds }) {
  const [mode, setMode] = useState<Mode>("exactly");
  const outcomes = shownApart(odds.outcomes);
  const numeric = odds.quantiles !== null;
  const many = !numeric && outcomes.length > MOST_ROWS;
  // What is known of the odds is kept by them: they stay themselves where nothing is left out.
  const series = useMemo(() => {
    const listed = many ? { ...odds, outcomes: likeliest(odds, outcomes) } : outcomes === odds.outcomes ? odds : { ...odds, outcomes };
    return [{ name: odds.expression, odds: listed }];
  }, [odds]);
  return (
    <div class="stack">
      {numeric ? (
        <div class="toolbar">
          <Segments label="Chances of" options={MODES.map((each) => [each, each] as const)} selected={mode} onSelect={setMode} />
          <Sums odds={odds} />
        </div>
      ) : null}
      {many ? (
        <p class="soft">
          The {MOST_ROWS} likeliest of {grouped(outcomes.length)} outcomes. Look at one field of them for the rest.
        </p>
      ) : null}
      <Bars series={series} mode={mode} title={odds.expression} />
    </div>
  );
}

function likeliest(odds: Odds, outcomes: Odds["outcomes"]): Odds["outcomes"] {
  const shown = new Set(likeliestTexts(odds, MOST_ROWS));
  return outcomes.filter(({ text }) => shown.has(text));
}

function Sums({ odds }: { odds: Odds }) {
  const { mean, sd, quantiles } = odds;
  return (
    <p class="sums">
      {mean === null ? null : (
        <>
          mean <b title={mean.exact}>{decimalText(exactly(mean.exact), 2)}</b>
        </>
      )}
      {sd === null ? null : `, spread ${sd.toFixed(2)}`}
      {quantiles === null ? null : `, half of all between ${String(quantiles["25"])} and ${String(quantiles["75"])}`}
    </p>
  );
}
