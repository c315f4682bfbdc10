import { useMemo, useState } from "preact/hooks";

import { useGrowing } from "../../app/useGrowing";
import { useServices } from "../../app/services";
import { Bars } from "../../charts/Bars";
import { MODES, type Mode } from "../../charts/distribution";
import { decimalText, exactly } from "../../charts/exact";
import { outcomeText } from "../../charts/grid";
import { Coded } from "../../notation/Coded";
import { isNumberText, isValueName, type Values } from "../../state/shapes";
import { Plate } from "../../theme/Plate";
import { Segments } from "../../theme/Segments";
import { capital, sentence } from "../../words";
import { rollRoute } from "../roll/link";
import type { Macro } from "./Chat";
import type { Texts } from "./link";

type NamedRoll = Macro["rolls"][number];

const WORDS: readonly (readonly [Mode, string])[] = MODES.map((mode) => [mode, capital(mode)]);

const ROWS = 20;

interface NamedRollsProps {
  readonly rolls: readonly NamedRoll[];
  readonly values: Texts;
}

/** Every roll of a macro in numbers; the odds of one are drawn. */
export function NamedRolls({ rolls, values }: NamedRollsProps) {
  const listed = useGrowing(rolls.length, ROWS);
  const [chosen, setChosen] = useState("");
  const [mode, setMode] = useState<Mode>("exactly");
  const drawn = rolls.find(({ name, odds }) => odds !== null && name === chosen) ?? rolls.find(({ odds }) => odds !== null);
  const series = useMemo(() => (drawn?.odds == null ? [] : [{ name: drawn.name, odds: drawn.odds }]), [drawn]);
  return (
    <>
      {drawn === undefined ? null : (
        <Plate caption={`${drawn.name}: ${drawn.words}.`}>
          {drawn.odds?.mean === null ? null : (
            <div class="figure-controls screen-only">
              <Segments label="What is shown of each outcome" options={WORDS} selected={mode} onSelect={setMode} />
            </div>
          )}
          <Bars series={series} mode={mode} title={`Odds of ${drawn.name}`} />
        </Plate>
      )}
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Rolls">
        <table class="named-rolls">
          <caption>The rolls in it</caption>
          <thead>
            <tr>
              <th scope="col">roll</th>
              {["mean", "deviation", "lowest", "highest"].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
              <th scope="col">read as</th>
            </tr>
          </thead>
          <tbody>
            {rolls.slice(0, listed).map((roll) => (
              <Row key={roll.name} roll={roll} values={values} drawn={roll === drawn} onDraw={() => setChosen(roll.name)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  readonly roll: NamedRoll;
  readonly values: Texts;
  readonly drawn: boolean;
  readonly onDraw: () => void;
}

function Row({ roll: { name, expression, odds, problem, later, remarks }, values, drawn, onDraw }: RowProps) {
  const { go } = useServices();
  const numbers = [odds?.mean == null ? "–" : decimalText(exactly(odds.mean.exact), 2), odds?.sd == null ? "–" : odds.sd.toFixed(2)];
  return (
    <tr>
      <th scope="row">
        {odds === null ? (
          name
        ) : (
          <button type="button" class="small" aria-pressed={drawn} aria-label={`Draw ${name}`} onClick={onDraw}>
            {name}
          </button>
        )}
        {later ? <span class="soft"> on a click</span> : null}
      </th>
      {odds === null ? (
        <td colSpan={4} class="soft">
          {problem === null ? "" : <Coded text={sentence(problem.message)} />}
        </td>
      ) : (
        [...numbers, outcomeText(odds.min), outcomeText(odds.max)].map((text, at) => (
          <td key={at} class="number">
            {text}
          </td>
        ))
      )}
      <td>
        <button
          type="button"
          class="link"
          aria-label={`Open ${expression} in Odds`}
          onClick={() => go(rollRoute(expression, linked(values), "odds"))}
        >
          <code>{expression}</code>
        </button>
        {remarks.map((remark) => (
          <p key={remark} class="soft">
            <Coded text={sentence(remark)} />
          </p>
        ))}
      </td>
    </tr>
  );
}

/** Those values that a link can hold. */
function linked(values: Texts): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, typed]) => isValueName(name) && isNumberText(typed)));
}
