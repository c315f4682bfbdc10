import { useMemo, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useAnswer } from "../../app/useAnswer";
import { useLast } from "../../app/useLast";
import { useLinked } from "../../app/useLinked";
import type { ViewProps } from "../../app/view";
import type { Answers, Problem } from "../../contract";
import { distinct, sentence } from "../../words";
import { EXAMPLES, FIRST, type Example } from "./examples";
import { linkOf, readLink, type State } from "./link";
import { Outputs } from "./Outputs";
import { lineAt, ProgramField } from "./ProgramField";
import { ProgramFigure, type Titled } from "./ProgramFigure";
import { useRolls } from "./useRolls";
import "../../charts/charts.css";
import "./anydice.css";

const PAUSE = 300;
/** So many can be told apart in a graph. */
const MOST_DRAWN = 8;

/** Programs written for AnyDice, run while they are typed. */
export default function AnyDiceView(props: ViewProps) {
  const { linkTo, toasts } = useServices();
  const { state, link, change } = useLinked<State>(props, { program: FIRST.program, mode: "exactly", shape: "graph" }, readLink, linkOf);
  const asked = state.program.trim() === "" ? null : { program: state.program };
  const { answer, problem, waiting } = useAnswer("anydice", asked, { delay: PAUSE });
  const last = useLast(answer);
  const [rolled, said, roll] = useRolls(state.program);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);

  const shown = problem === null ? answer : last;
  const outputs = shown?.outputs ?? [];
  const titles = useMemo(() => distinct(outputs.map(({ label }) => label)), [shown]);
  const filled: readonly Titled[] = useMemo(
    () => outputs.flatMap(({ odds }, at) => (odds === null ? [] : [{ title: titles[at]!, place: at, odds }])),
    [shown],
  );
  const possible = filled.map((each) => each.place);
  const kept = chosen?.filter((each) => possible.includes(each)) ?? [];
  const drawn = kept.length > 0 ? kept : possible.slice(0, MOST_DRAWN);

  function draw(at: number, on: boolean) {
    setChosen([...drawn.filter((each) => each !== at), ...(on ? [at] : [])].sort((one, other) => one - other));
  }

  function pick({ program }: Example) {
    const before = state.program;
    change({ program });
    if (before.trim() === "" || EXAMPLES.some((each) => each.program === before)) return;
    toasts.say("It has taken the place of your program.", { text: "Undo", run: () => change({ program: before }) });
  }

  return (
    <div class="anydice-view">
      <ProgramField value={state.program} onText={(program) => change({ program })} problem={problem} />
      <div class="stack plates">
        <ProgramFigure
          state={state}
          answer={shown}
          outputs={filled}
          drawn={drawn}
          waiting={waiting}
          old={problem !== null && filled.length > 0}
          link={() => (link === null ? null : linkTo(link))}
          onMode={(mode) => change({ mode })}
          onShape={(shape) => change({ shape })}
        />
        {shown?.warnings.map((warning) => (
          <p key={warning} class="fault">
            {warning}
          </p>
        ))}
        {outputs.length === 0 || problem !== null ? null : (
          <Outputs
            outputs={outputs}
            titles={titles}
            drawn={drawn}
            choosable={state.shape === "graph" && possible.length > MOST_DRAWN}
            room={drawn.length < MOST_DRAWN}
            rolled={rolled}
            onDrawn={draw}
            onRoll={roll}
          />
        )}
        <p class="visually-hidden" aria-live="polite" aria-atomic="true">
          {waiting ? "" : toldOf(state.program, answer, problem)}
        </p>
        <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
          {said}
        </p>
      </div>
      <Examples onPick={pick} />
    </div>
  );
}

/** What a screen reader says when a program has been run. */
function toldOf(program: string, answer: Answers["anydice"] | null, problem: Problem | null): string {
  if (problem !== null) {
    const where = problem.place === null ? "" : `Line ${lineAt(program, problem.place)}: `;
    return where + sentence(problem.message);
  }
  const count = answer?.outputs.length ?? 0;
  return count === 0 ? "" : `${count} ${count === 1 ? "output" : "outputs"}.`;
}

function Examples({ onPick }: { onPick: (example: Example) => void }) {
  return (
    <section class="stories screen-only" aria-label="Programs to begin with">
      <h2 class="stories-head">Programs to begin with</h2>
      <ul>
        {EXAMPLES.map((example) => (
          <li key={example.title}>
            <button type="button" class="small quiet" onClick={() => onPick(example)}>
              {example.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
