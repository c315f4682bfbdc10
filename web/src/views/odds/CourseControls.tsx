import { useId } from "preact/hooks";

import { LITERAL } from "../../notation/literal";

import { Segments } from "../../theme/Segments";
import { spaced } from "../../words";
import type { AxisChoice, Kind, Measure } from "./course";
import type { Along, Course, Drawing } from "./state";

interface CourseControlsProps {
  readonly course: Course;
  readonly choices: readonly AxisChoice[];
  readonly axes: readonly (Along & AxisChoice)[];
  readonly measures: readonly Measure[];
  readonly measure: Measure | undefined;
  readonly drawing: Drawing;
  readonly kind: Kind;
  readonly onCourse: (course: Course) => void;
}

const DRAWINGS: Readonly<Record<Drawing, string>> = { lines: "Lines", heat: "Heat", stacked: "Stacked" };
const LONGEST = 200;

/** Which values change, what is measured, and how it is drawn. */
export function CourseControls({ course, choices, axes, measures, measure, drawing, kind, onCourse }: CourseControlsProps) {
  const id = useId();
  const drawings: readonly Drawing[] = axes.length > 1 ? ["heat", "lines"] : kind === "numbers" ? [] : ["stacked", "lines"];
  const reached = axes.some((axis) => axis.reached);
  const [first, second] = axes;
  const others = choices.filter(({ name }) => name !== first?.name);

  function setAxis(at: number, along: Along | null) {
    const now = axes.map(({ name, range }, index) => {
      // A range that suggests itself is not written down: it may be another one tomorrow.
      const typed = course.along[index]?.name === name ? (course.along[index]?.range ?? "") : "";
      return { name, range: range === choices.find((each) => each.name === name)?.range ? "" : typed };
    });
    const changed = along === null ? now.slice(0, at) : [...now.slice(0, at), along, ...now.slice(at + 1)];
    const names = new Set<string>();
    // Which end is meant was said of the values before.
    onCourse({ ...course, along: changed.filter(({ name }) => !names.has(name) && names.add(name)), find: { ...course.find, end: "" } });
  }

  return (
    <div class="course-controls screen-only">
      <AxisFields label="Along" axis={first} typed={course.along[0]} choices={choices} onAxis={(along) => setAxis(0, along)} />
      {others.length === 0 ? null : (
        <AxisFields label="and" axis={second} typed={course.along[1]} choices={others} none onAxis={(along) => setAxis(1, along)} />
      )}
      {drawing === "stacked" || reached || measures.length < 2 ? null : (
        <div class="field">
          <label for={`${id}-measure`}>Measured</label>
          <select id={`${id}-measure`} value={measure?.key} onChange={({ currentTarget }) => onCourse({ ...course, measure: currentTarget.value })}>
            {measures.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </div>
      )}
      {drawings.length === 0 ? null : (
        <Segments
          label="Drawn as"
          options={drawings.map((each) => [each, DRAWINGS[each]] as const)}
          selected={drawing}
          onSelect={(each) => onCourse({ ...course, drawing: each })}
        />
      )}
    </div>
  );
}

interface AxisFieldsProps {
  readonly label: string;
  readonly axis: (Along & AxisChoice) | undefined;
  readonly typed: Along | undefined;
  readonly choices: readonly AxisChoice[];
  /** whether there may be none */
  readonly none?: boolean;
  readonly onAxis: (along: Along | null) => void;
}

function AxisFields({ label, axis, typed, choices, none = false, onAxis }: AxisFieldsProps) {
  const id = useId();
  const suggested = choices.find(({ name }) => name === axis?.name)?.range ?? "";
  return (
    <div class="axis-fields">
      <div class="field">
        <label for={`${id}-name`}>{label}</label>
        <select
          id={`${id}-name`}
          value={axis?.name ?? ""}
          onChange={({ currentTarget }) => onAxis(currentTarget.value === "" ? null : { name: currentTarget.value, range: "" })}
        >
          {none ? <option value="">nothing else</option> : null}
          {choices.map(({ name, reached }) => (
            <option key={name} value={name}>
              {reached ? "what to reach" : spaced(name)}
            </option>
          ))}
        </select>
      </div>
      {axis === undefined ? null : (
        <div class="field">
          <label for={`${id}-range`}>over</label>
          <input
            {...LITERAL}
            id={`${id}-range`}
            class="range-text"
            maxLength={LONGEST}
            value={typed?.name === axis.name && typed.range !== "" ? typed.range : suggested}
            onInput={({ currentTarget }) => onAxis({ name: axis.name, range: currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}
