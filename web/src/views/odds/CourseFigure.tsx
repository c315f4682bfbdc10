import type { ComponentChildren } from "preact";
import { useMemo, useRef } from "preact/hooks";

import { useAnswer, useAnswers } from "../../app/useAnswer";
import { useLate } from "../../app/useLate";
import { drawnGrid, faultsOf } from "../../charts/grid";
import { Heat } from "../../charts/Heat";
import { Lines } from "../../charts/Lines";
import { isShares, MOST_STACKS, MOST_WORDS, stacksOf } from "../../charts/shares";
import { Stacked } from "../../charts/Stacked";
import type { Answers, Problem, Shares } from "../../contract";
import { ProblemText } from "../../notation/ProblemText";
import { savePng, saveSvg } from "../../pictures";
import { Plate } from "../../theme/Plate";
import { axisChoices, chosenAxes, drawingOf, kindOf, measures, namerOf, sharesQuestion, sweepQuestion, type AxisChoice, type Known, type Measure } from "./course";
import { companionsOf, together, type Companion, type Titled } from "./companions";
import { CourseControls } from "./CourseControls";
import { FindLine } from "./FindLine";
import type { Along, Course } from "./state";

interface CourseFigureProps {
  readonly known: Titled;
  /** all in their order: the others are drawn beside it where they can be */
  readonly all: readonly Titled[];
  readonly course: Course;
  readonly onCourse: (course: Course) => void;
}

const PAUSE = 60;

/** The second figure: one entry along one value or two, and the value that gives a wanted chance. */
export function CourseFigure({ known, all: drawn, course, onCourse }: CourseFigureProps) {
  const { title } = known;
  const box = useRef<HTMLDivElement>(null);
  const choices = axisChoices(known);
  const axes = chosenAxes(course, choices);
  const all = measures(known);
  const measure = all.find(({ key }) => key === course.measure) ?? all[0];
  const kind = kindOf(known.odds);
  const drawing = drawingOf(course, axes.length, kind);
  const [first] = axes;
  if (first === undefined) return <NoAxis known={known} />;
  const save = (how: (svg: SVGSVGElement, title: string) => unknown) => {
    const svg = box.current?.querySelector<SVGSVGElement>(".chart-svg");
    if (svg != null) void how(svg, `${title} by ${axes.map(({ name }) => name).join(" and ")}`);
  };
  return (
    <div ref={box}>
      <Plate caption={`${captionOf(drawing === "lines" && axes.length === 1 ? null : title, axes, drawing === "stacked" ? null : measure)}${choicesOf(axes, drawn)}`}>
        <CourseControls course={course} choices={choices} axes={axes} measures={all} measure={measure} drawing={drawing} kind={kind} onCourse={onCourse} />
        {drawing === "stacked" ? (
          <StackedCourse known={known} axis={first} />
        ) : (
          <SweptCourse known={known} drawn={drawn} axes={axes} measure={measure} heat={drawing === "heat"} />
        )}
        <FindLine known={known} title={drawn.length > 1 ? title : null} axes={axes} measure={measure} measures={all} course={course} onCourse={onCourse} />
        <div class="toolbar downloads screen-only" role="group" aria-label="Take this figure along">
          <button type="button" class="small quiet" onClick={() => save(savePng)}>
            PNG
          </button>
          <button type="button" class="small quiet" onClick={() => save(saveSvg)}>
            SVG
          </button>
        </div>
      </Plate>
    </div>
  );
}

/** Lines have their names beside them; other drawings are of one alone. */
function captionOf(title: string | null, axes: readonly AxisChoice[], measure: Measure | null | undefined): string {
  const along = axes.map(({ name, reached }) => (reached ? "what is to be reached" : name)).join(" and ");
  const what = measure == null ? "Everything that may come of it" : axes.some(({ reached }) => reached) ? "The chance" : `The ${measure.title}`;
  return `${title === null ? "" : `${title}. `}${what}, along ${along}.`;
}

/** For what choices are made: each target has its own best ones, whatever the entry's aim is. */
function choicesOf(axes: readonly AxisChoice[], drawn: readonly Titled[]): string {
  const left = axes.some(({ reached }) => reached) && drawn.some(({ reading }) => reading?.choices === true);
  return left ? " Choices are made to reach it, at each of them anew." : "";
}

function NoAxis({ known }: { known: Known }) {
  return (
    <p class="soft no-axis">
      {known.entry.kind === "rule" ? "This rule has no value that could change." : (
        <>
          To see what becomes of these dice as a value changes, put a name in them: <code>2d6 + @mod [..6] miss [7..9] mixed [10..] hit</code>.
        </>
      )}
    </p>
  );
}

interface SweptProps {
  readonly known: Titled;
  readonly drawn: readonly Titled[];
  readonly axes: readonly (Along & AxisChoice)[];
  readonly measure: Measure | undefined;
  readonly heat: boolean;
}

function SweptCourse({ known, drawn, axes, measure, heat }: SweptProps) {
  const [first] = axes;
  const { answer, problem, waiting } = useAnswer("sweep", sweepQuestion(known, axes, measure), { delay: PAUSE });
  const others = drawn.filter(({ title }) => title !== known.title);
  const companions = axes.length === 1 && first !== undefined ? companionsOf(others, first, measure) : [];
  const asked = companions.flatMap((companion) => ("question" in companion ? [companion.question] : []));
  const beside = useAnswers("sweep", asked.length === 0 ? null : asked, { delay: PAUSE });
  // Those beside it never keep the one that was asked for from being drawn.
  const heard = asked.length === 0 || beside.answer?.length === asked.length ? companions : [];
  return (
    <Answered answer={answer} problem={problem} waiting={waiting || beside.waiting}>
      {(sweep) => <Swept sweep={sweep} heat={heat} known={known} companions={heard} answers={beside.answer ?? []} order={drawn.map(({ title }) => title)} />}
    </Answered>
  );
}

interface SweptAnswerProps {
  readonly sweep: Answers["sweep"];
  readonly heat: boolean;
  readonly known: Titled;
  readonly companions: readonly Companion[];
  readonly answers: readonly Answers["sweep"][];
  readonly order: readonly string[];
}

function Swept({ sweep, heat, known, companions, answers, order }: SweptAnswerProps) {
  const grid = useMemo(() => drawnGrid(sweep, namerOf(known)), [sweep, known.rule]);
  const names = Object.keys(grid.axes);
  const two = names.length > 1;
  const plain = two ? grid : together({ ...grid, of: grid.kind === "mean" ? "mean" : "chance" }, known.title, companions, answers, order);
  const title = `${[known, ...companions].map((each) => each.title).join(", ")} along ${names.join(" and ")}`;
  return (
    <>
      {grid.values.length === 0 ? null : heat && two ? <Heat grid={plain} title={title} /> : <Lines grid={plain} title={title} height={260} />}
      <Faults of={sweep} />
    </>
  );
}

function StackedCourse({ known, axis }: { known: Titled; axis: Along & AxisChoice }) {
  const { answer, problem, waiting } = useAnswer("sweep", sharesQuestion(known, axis), { delay: PAUSE });
  return (
    <Answered answer={answer} problem={problem} waiting={waiting}>
      {(shares) => (isShares(shares) ? <Stacks shares={shares} known={known} /> : null)}
    </Answered>
  );
}

function Stacks({ shares: answer, known }: { shares: Shares; known: Titled }) {
  const { axis, categories, shares } = useMemo(() => stacksOf(answer, namerOf(known)), [answer, known.rule]);
  if (axis.values.length > MOST_STACKS) return <p class="soft">These are {axis.values.length} values, too many to stack. Try fewer, such as 20..80/10.</p>;
  if (categories.length > MOST_WORDS) {
    return <p class="soft">There are {categories.length} different outcomes, too many to stack. Look at one field of them.</p>;
  }
  return (
    <>
      <Stacked axis={axis} categories={categories} shares={shares} title={`${known.title} along ${axis.name}`} height={300} />
      <Faults of={answer} />
    </>
  );
}

function Faults({ of }: { of: Answers["sweep"] }) {
  return (
    <>
      {faultsOf(of).map((fault) => (
        <p key={fault} class="fault">
          Some values have no answer: {fault}.
        </p>
      ))}
    </>
  );
}

interface AnsweredProps<Answer> {
  readonly answer: Answer | null;
  readonly problem: Problem | null;
  readonly waiting: boolean;
  readonly children: (answer: Answer) => ComponentChildren;
}

/** An answer, faded while a newer one is worked out, or why there is none. */
function Answered<Answer>({ answer, problem, waiting, children }: AnsweredProps<Answer>) {
  const late = useLate(waiting, PAUSE);
  return (
    <div class={late ? "course-chart waiting" : "course-chart"} aria-busy={late}>
      {problem === null ? null : <ProblemText problem={problem} />}
      {answer === null ? null : children(answer)}
    </div>
  );
}
