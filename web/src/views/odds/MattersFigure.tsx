import { useAnswer } from "../../app/useAnswer";
import { useLate } from "../../app/useLate";
import { Effects } from "../../charts/Effects";
import { ProblemText } from "../../notation/ProblemText";
import { Plate } from "../../theme/Plate";
import { capital, spaced } from "../../words";
import type { Titled } from "./companions";
import { mattersQuestion, measures, namerOf } from "./course";
import type { Course } from "./state";

const PAUSE = 60;

interface MattersFigureProps {
  readonly known: Titled;
  readonly course: Course;
}

/** The third figure: what one step of each value of an entry is worth; nothing if it has none. */
export function MattersFigure({ known, course }: MattersFigureProps) {
  const all = measures(known);
  const measure = all.find(({ key }) => key === course.measure) ?? all[0];
  const question = mattersQuestion(known, measure);
  const { answer, problem, waiting } = useAnswer("matters", question, { delay: PAUSE });
  const late = useLate(waiting, PAUSE);
  if (question === null || (answer === null && problem === null)) return null;
  return (
    <section class="stack matters-figure" aria-label="What matters">
      <h2>What matters</h2>
      <Plate caption={`${known.title}. The ${measure?.title ?? "mean"}, and what one step of each value makes of it.`}>
        <div class={late ? "waiting" : undefined} aria-busy={late}>
          {problem === null ? null : <ProblemText problem={problem} />}
          {answer === null ? null : <Effects answer={answer} called={calledIn(known)} named={namerOf(known)} />}
        </div>
      </Plate>
    </section>
  );
}

/** Names in dice are somebody’s own, and stay as they are. */
function calledIn({ entry }: Titled): (name: string) => string {
  return (name) => (entry.kind === "dice" ? `@${name}` : capital(spaced(name)));
}
