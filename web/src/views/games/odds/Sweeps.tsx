import { useId, useState } from "preact/hooks";

import { useAnswer } from "../../../app/useAnswer";
import { drawnGrid, faultsOf } from "../../../charts/grid";
import { Heat } from "../../../charts/Heat";
import { Lines } from "../../../charts/Lines";
import { canStack, isShares, ofWord, stacksOf, wordsOf } from "../../../charts/shares";
import { Stacked } from "../../../charts/Stacked";
import type { Answers, Grid, Questions, Shares } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { LITERAL } from "../../../notation/literal";
import { Segments } from "../../../theme/Segments";
import { valueIn, type Form } from "../form/form";
import { labelOf, type Parameter } from "../form/parameters";
import { MeasuredBy } from "./MeasuredBy";
import { axisValues, coordinateAmong, isPlain, rangeFor, type AxisValues } from "./axes";

interface SweepsProps {
  readonly subject: Questions["odds"];
  readonly parameters: readonly Parameter[];
  readonly form: Form;
  readonly fields: readonly string[];
  /** what is measured unless somebody says otherwise */
  readonly aim: string;
}

interface Axis {
  readonly name: string;
  /** null: the range that suits the form */
  readonly typed: string | null;
}

const NONE = "";

type Drawing = "heat" | "lines";

const DRAWINGS: readonly (readonly [Drawing, string])[] = [
  ["heat", "heat map"],
  ["lines", "lines"],
];

/** A chance, a mean or the shares of words for each value of one parameter, or of two. */
export function Sweeps({ subject, parameters, form, fields, aim }: SweepsProps) {
  const id = useId();
  const sweepable = [...parameters.filter(isPlain), ...parameters.filter((each) => !isPlain(each))];
  const [axes, setAxes] = useState<readonly [Axis, Axis]>([{ name: sweepable[0]?.name ?? NONE, typed: null }, { name: NONE, typed: null }]);
  const [of, setOf] = useState<string | null>(null);
  const [drawing, setDrawing] = useState<Drawing>("heat");
  const named = axes.map((axis, index) => ({ ...axis, parameter: sweepable.find(({ name }) => name === axis.name) ?? (index === 0 ? sweepable[0] : undefined) }));
  const ranges = named.map(({ parameter, typed }) => (parameter === undefined ? "" : (typed ?? rangeFor(parameter, valueIn(form, parameter)))));
  const asked = new Map<string, AxisValues>();
  named.forEach(({ parameter }, index) => {
    const values = parameter === undefined ? null : axisValues(parameter, ranges[index] ?? "");
    if (parameter !== undefined && values !== null) asked.set(parameter.name, values);
  });
  const measured = of ?? aim;
  const question = asked.size > 0 ? { ...subject, axes: Object.fromEntries(asked), of: measured.trim() === "" ? null : measured } : null;
  const { answer, problem, waiting } = useAnswer("sweep", question, { delay: 60 });

  function change(index: 0 | 1, axis: Axis) {
    setAxes(index === 0 ? [axis, axes[1]] : [axes[0], axis]);
  }

  if (sweepable.length === 0) return <p class="soft">This rule has nothing that could be more or less.</p>;
  return (
    <div class="stack sweeps">
      <div class="sweep-form">
        {([0, 1] as const).map((index) => (
          <div class="field" key={index}>
            <label for={`${id}-${index}`}>{index === 0 ? "Across" : "And across"}</label>
            <select id={`${id}-${index}`} value={named[index]?.parameter?.name ?? NONE} onChange={({ currentTarget }) => change(index, { name: currentTarget.value, typed: null })}>
              {index === 1 ? <option value={NONE}>nothing else</option> : null}
              {sweepable
                .filter(({ name }) => name !== named[1 - index]?.parameter?.name)
                .map(({ name }) => (
                  <option key={name} value={name}>
                    {labelOf(name)}
                  </option>
                ))}
            </select>
            {named[index]?.parameter === undefined ? null : (
              <input
                {...LITERAL}
                type="text"
                aria-label={`Values of ${labelOf(named[index].parameter.name)}`}
                value={ranges[index]}
                maxLength={500}
                aria-describedby={`${id}-${index}-help`}
                onInput={({ currentTarget }) => change(index, { name: named[index]?.parameter?.name ?? NONE, typed: currentTarget.value })}
              />
            )}
            <p class="help" id={`${id}-${index}-help`}>
              {named[index]?.parameter === undefined ? "" : howToList(named[index].parameter)}
            </p>
          </div>
        ))}
        <MeasuredBy fields={fields} value={measured} onTyped={setOf} />
      </div>
      {asked.size > 1 ? (
        <Segments label="Drawn as" options={DRAWINGS} selected={drawing} onSelect={setDrawing} />
      ) : null}
      <div class={waiting ? "waiting sweep-chart" : "sweep-chart"}>
        {problem !== null ? <ProblemText problem={problem} /> : answer === null ? <p class="soft">Working it out …</p> : <Drawn answer={answer} parameters={parameters} heat={drawing === "heat"} />}
      </div>
    </div>
  );
}

function howToList(parameter: Parameter): string {
  if (parameter.type === "integer") return "such as 1..9, 10..90/5 or 2, 4, 8";
  return isPlain(parameter) ? "separated by commas" : "separated by semicolons";
}

interface DrawnProps {
  readonly answer: Answers["sweep"];
  readonly parameters: readonly Parameter[];
  readonly heat: boolean;
}

function Drawn({ answer, parameters, heat }: DrawnProps) {
  const [fault] = faultsOf(answer);
  return (
    <>
      {isShares(answer) ? <DrawnShares shares={answer} parameters={parameters} heat={heat} /> : <DrawnGrid grid={answer} parameters={parameters} heat={heat} />}
      {fault === undefined ? null : <p class="fault">{fault}</p>}
    </>
  );
}

function DrawnGrid({ grid, parameters, heat }: { grid: Grid; parameters: readonly Parameter[]; heat: boolean }) {
  const drawn = drawnGrid(grid, coordinateAmong(parameters));
  const two = Object.keys(grid.axes).length > 1;
  if (drawn.values.length === 0) return null;
  return two && heat ? <Heat grid={drawn} title={grid.of} /> : <Lines grid={drawn} title={grid.of} />;
}

/** A few words along one parameter are stacked; else it is the chance of one of them. */
function DrawnShares({ shares, parameters, heat }: { shares: Shares; parameters: readonly Parameter[]; heat: boolean }) {
  const id = useId();
  const [chosen, choose] = useState<string | null>(null);
  const words = wordsOf(shares);
  if (canStack(shares)) {
    return <Stacked {...stacksOf(shares, coordinateAmong(parameters))} title={shares.of} />;
  }
  // From worst to best: the best one is what people ask about.
  const word = chosen !== null && words.includes(chosen) ? chosen : (words.at(-1) ?? "");
  return (
    <>
      <div class="field sweep-word">
        <label for={id}>Chance of</label>
        <select id={id} value={word} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {words.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <DrawnGrid grid={ofWord(shares, word)} parameters={parameters} heat={heat} />
    </>
  );
}
