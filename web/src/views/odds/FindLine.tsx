import { useId } from "preact/hooks";

import { useAnswer } from "../../app/useAnswer";
import { exactly, fractionText, shortFraction } from "../../charts/exact";
import { ProblemText } from "../../notation/ProblemText";
import { sentence, spaced } from "../../words";
import { endOf, reachQuestion, type AxisChoice, type Known, type Measure } from "./course";
import type { Along, Course, Find } from "./state";
import { useLate } from "./useLate";

interface FindLineProps {
  readonly known: Known;
  /** whose value it is, where that has to be said */
  readonly title: string | null;
  readonly axis: Along & AxisChoice;
  readonly measure: Measure | undefined;
  readonly measures: readonly Measure[];
  readonly course: Course;
  readonly onCourse: (course: Course) => void;
}

const PAUSE = 60;
/** Problems of the goal; the chart tells all others, as it asks about the same dice and values. */
const OWN = new Set(["bad-goal", "bad-share", "no-goal"]);

/** “Which DC gives 65 %?”, in either direction, and the answer as a sentence. */
export function FindLine({ known, title, axis, measure, measures, course, onCourse }: FindLineProps) {
  const id = useId();
  const { find } = course;
  const mean = !axis.reached && measure?.key === "mean";
  // A mean is no percentage: a goal for chances waits until chances are looked at again.
  const goal = mean && find.goal.includes("%") ? "" : find.goal;
  const question = goal.trim() === "" ? null : reachQuestion(known, axis, measure, find);
  const { answer, problem, waiting } = useAnswer("reach", question, { delay: PAUSE });
  const late = useLate(waiting, PAUSE);
  const fault = problem !== null && OWN.has(problem.code) ? problem : null;
  const set = (change: Partial<Find>) => onCourse({ ...course, find: { ...find, ...change } });
  const name = axis.reached ? "target" : spaced(axis.name);
  const words = measures.length > 2 && !axis.reached;
  return (
    <section class="find" aria-label="Find a value">
      <div class="find-question screen-only">
        <span>{title === null ? "Which is the" : `${title}: which is the`}</span>
        <select aria-label="End" value={endOf(find, axis, known.target)} onChange={({ currentTarget }) => set({ end: currentTarget.value as Find["end"] })}>
          <option value="greatest">greatest</option>
          <option value="least">least</option>
        </select>
        <span>
          <i>{name}</i> with {mean ? "a mean of" : ""}
        </span>
        <select aria-label="Side" value={find.side} onChange={({ currentTarget }) => set({ side: currentTarget.value as Find["side"] })}>
          <option value="at least">at least</option>
          <option value="at most">at most</option>
        </select>
        <input
          aria-label="Wanted"
          class="goal"
          value={goal}
          maxLength={40}
          placeholder={mean ? "12" : "65 %"}
          autocomplete="off"
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
            (axis.reached ? "chance" : mean ? "" : measure?.title)
          )}
          ?
        </span>
      </div>
      <div id={`${id}-found`} class={late ? "found waiting" : "found"} aria-live="polite">
        {fault === null ? null : <ProblemText problem={fault} />}
        {answer === null ? null : (
          <p>
            {sentence(answer.sentence)}
            {answer.reached === null ? null : <span class="fraction"> {shortFraction(fractionText(exactly(answer.reached.exact)))}</span>}
          </p>
        )}
      </div>
    </section>
  );
}
