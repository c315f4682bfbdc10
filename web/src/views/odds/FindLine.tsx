import { useId } from "preact/hooks";

import { useAnswer } from "../../app/useAnswer";
import { useLate } from "../../app/useLate";
import { Brief } from "../../charts/Brief";
import { exactly } from "../../charts/exact";
import type { Answers } from "../../contract";
import { ProblemText } from "../../notation/ProblemText";
import { LITERAL } from "../../notation/literal";
import { Segments } from "../../theme/Segments";
import { sentence, spaced } from "../../words";
import { namerOf, reachQuestion, type AxisChoice, type Known, type Measure } from "./course";
import { Frontier } from "./Frontier";
import type { Along, Course, Find } from "./state";

interface FindLineProps {
  readonly known: Known;
  /** whose value it is, where that has to be said */
  readonly title: string | null;
  readonly axes: readonly (Along & AxisChoice)[];
  readonly measure: Measure | undefined;
  readonly measures: readonly Measure[];
  readonly course: Course;
  readonly onCourse: (course: Course) => void;
}

const PAUSE = 60;
/** Problems of the goal; the chart tells all others, as it asks about the same dice and values. */
const OWN = new Set(["bad-goal", "bad-share", "no-goal"]);
const TURNING = "rises-and-falls";

/** “Which DC gives 65 %?”, and the answer as a sentence; of two values, one for each of the other. */
export function FindLine({ known, title, axes, measure, measures, course, onCourse }: FindLineProps) {
  const id = useId();
  const { find } = course;
  const [axis] = axes;
  const mean = !reachedAmong(axes) && measure?.key === "mean";
  // A mean is no percentage: a goal for chances waits until chances are looked at again.
  const goal = mean && find.goal.includes("%") ? "" : find.goal;
  // What is sought comes last in the question, and first on the page.
  const question = goal.trim() === "" ? null : reachQuestion(known, [...axes].reverse(), measure, find);
  const two = axes.length > 1;
  const one = useAnswer("reach", two ? null : question, { delay: PAUSE });
  const several = useAnswer("frontier", two ? question : null, { delay: PAUSE });
  const { problem, waiting } = two ? several : one;
  const late = useLate(waiting, PAUSE);
  const fault = problem !== null && OWN.has(problem.code) ? problem : null;
  const turning = problem?.code === TURNING || (several.answer?.rows ?? []).some(({ error }) => error?.code === TURNING);
  const set = (change: Partial<Find>) => onCourse({ ...course, find: { ...find, ...change } });
  const words = measures.length > 2 && !reachedAmong(axes);
  if (axis === undefined) return null;
  return (
    <section class="find" aria-label="Find a value">
      <div class="find-question screen-only">
        <span>
          {title === null ? "Which" : `${title}: which`} <i>{nameOf(axis)}</i> gives {mean ? "a mean of" : ""}
        </span>
        <select aria-label="Side" value={find.side} onChange={({ currentTarget }) => set({ side: currentTarget.value as Find["side"] })}>
          <option value="at least">at least</option>
          <option value="at most">at most</option>
        </select>
        <input
          {...LITERAL}
          aria-label="Wanted"
          class="goal"
          value={goal}
          maxLength={40}
          placeholder={mean ? "12" : "65 %"}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={`${id}-found`}
          onInput={({ currentTarget }) => set({ goal: currentTarget.value })}
        />
        <span class="find-end">
          {words ? (
            <select aria-label="Chance of" value={measure?.key} onChange={({ currentTarget }) => onCourse({ ...course, measure: currentTarget.value })}>
              {measures.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title}
                </option>
              ))}
            </select>
          ) : (
            (reachedAmong(axes) ? "chance" : mean ? "" : measure?.title)
          )}
          ?
        </span>
      </div>
      <div id={`${id}-found`} class={late ? "found waiting" : "found"} aria-live="polite">
        {fault === null ? null : <ProblemText problem={fault} />}
        {problem?.code === TURNING ? <p>{sentence(problem.message)}</p> : null}
        {one.answer === null || two ? null : <Reached answer={one.answer} />}
        {several.answer === null || !two ? null : <Frontier answer={several.answer} called={namesOf(axes)} named={namerOf(known)} />}
      </div>
      {turning || find.end !== "" ? (
        <Segments label="Which end is meant" class="screen-only" options={ENDS} selected={find.end} onSelect={(end) => set({ end: end === find.end ? "" : end })} />
      ) : null}
    </section>
  );
}

const ENDS: readonly (readonly [Find["end"], string])[] = [
  ["least", "The least"],
  ["greatest", "The greatest"],
];

const reachedAmong = (axes: readonly AxisChoice[]): boolean => axes.some(({ reached }) => reached);
const nameOf = ({ name, reached }: AxisChoice): string => (reached ? "target" : spaced(name));

function namesOf(axes: readonly AxisChoice[]): ReadonlyMap<string, string> {
  return new Map(axes.map((axis) => [axis.name, nameOf(axis)]));
}

function Reached({ answer }: { answer: Answers["reach"] }) {
  return (
    <p>
      {sentence(answer.sentence)}{" "}
      {answer.reached === null ? null : <Brief of={exactly(answer.reached.exact)} />}
    </p>
  );
}
