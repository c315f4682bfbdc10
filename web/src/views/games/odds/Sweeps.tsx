import { useId, useState } from "preact/hooks";

import { useAnswer } from "../../../app/useAnswer";
import { drawnGrid, faultsOf } from "../../../charts/grid";
import { Heat } from "../../../charts/Heat";
import { Lines } from "../../../charts/Lines";
import type { Grid, Questions } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { Segments } from "../../../theme/Segments";
import { valueIn, type Form } from "../form/form";
import { labelOf, type Parameter } from "../form/parameters";
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

/** A chance or a mean for each value of one parameter, or of two. */
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
                type="text"
                aria-label={`Values of ${labelOf(named[index].parameter.name)}`}
                value={ranges[index]}
                maxLength={500}
                spellcheck={false}
                autocomplete="off"
                aria-describedby={`${id}-${index}-help`}
                onInput={({ currentTarget }) => change(index, { name: named[index]?.parameter?.name ?? NONE, typed: currentTarget.value })}
              />
            )}
            <p class="help" id={`${id}-${index}-help`}>
              {named[index]?.parameter === undefined ? "" : howToList(named[index].parameter)}
            </p>
          </div>
        ))}
        <div class="field">
          <label for={`${id}-of`}>Measured by</label>
          <input
            id={`${id}-of`}
            type="text"
            list={`${id}-fields`}
            value={measured}
            maxLength={200}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => setOf(currentTarget.value)}
          />
          <datalist id={`${id}-fields`}>
            {fields.map((field) => (
              <option key={field} value={field} />
            ))}
          </datalist>
          <p class="help">a field of the outcome, or one compared: {fields[0] ?? "outcome"}&gt;=2</p>
        </div>
      </div>
      {asked.size > 1 ? (
        <Segments label="Drawn as" options={DRAWINGS} selected={drawing} onSelect={setDrawing} />
      ) : null}
      <div class={waiting ? "waiting sweep-chart" : "sweep-chart"}>
        {problem !== null ? <ProblemText problem={problem} /> : answer === null ? <p class="soft">Working it out …</p> : <Drawn grid={answer} parameters={parameters} heat={drawing === "heat"} />}
      </div>
    </div>
  );
}

function howToList(parameter: Parameter): string {
  if (parameter.type === "integer") return "such as 1..9, 10..90/5 or 2, 4, 8";
  return isPlain(parameter) ? "separated by commas" : "separated by semicolons";
}

function Drawn({ grid, parameters, heat }: { grid: Grid; parameters: readonly Parameter[]; heat: boolean }) {
  const drawn = drawnGrid(grid, coordinateAmong(parameters));
  const [fault] = faultsOf(grid);
  const two = Object.keys(grid.axes).length > 1;
  return (
    <>
      {drawn.values.length === 0 ? null : two && heat ? <Heat grid={drawn} title={grid.of} /> : <Lines grid={drawn} title={grid.of} />}
      {fault === undefined ? null : <p class="fault">{fault}</p>}
    </>
  );
}
