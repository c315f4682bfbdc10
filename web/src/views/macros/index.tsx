import { useId } from "preact/hooks";

import { useServices } from "../../app/services";
import { useAnswer } from "../../app/useAnswer";
import { useCopy } from "../../app/useCopy";
import { useLast } from "../../app/useLast";
import { useLinked } from "../../app/useLinked";
import type { ViewProps } from "../../app/view";
import { Coded } from "../../notation/Coded";
import { ProblemText } from "../../notation/ProblemText";
import { LITERAL } from "../../notation/literal";
import { Segments } from "../../theme/Segments";
import { sentence } from "../../words";
import { Chat } from "./Chat";
import { DIALECTS, EXAMPLES, FIRST } from "./examples";
import { fieldsOf, linkOf, readLink, withoutRolls, type GivenTexts, type State } from "./link";
import { NamedRolls } from "./NamedRolls";
import { NeedsForm } from "./NeedsForm";
import { usePlayed } from "./usePlayed";
import "../../charts/charts.css";
import "./macros.css";

const PAUSE = 300;

/** Macros of other programs: a form for what they ask, their messages, and the odds of each roll. */
export default function MacrosView(props: ViewProps) {
  const { linkTo, toasts } = useServices();
  const copy = useCopy();
  const { state, link, change } = useLinked<State>(props, FIRST, readLink, linkOf);
  const asked = state.text.trim() === "" ? null : { ...fieldsOf(state), odds: true };
  const { answer, problem, waiting } = useAnswer("macro", asked, { delay: PAUSE });
  const shown = useLast(answer, asked !== null);
  const { played, said, roll, click } = usePlayed(state);
  const missing = answer?.problem ?? null;

  function give(kind: keyof GivenTexts, name: string, typed: string) {
    change({ given: { ...state.given, [kind]: { ...state.given[kind], [name]: typed } } });
  }

  function pick(example: State) {
    const before = state;
    change(example);
    if (before.text.trim() === "" || EXAMPLES.some((each) => each.text === before.text)) return;
    toasts.say("It has taken the place of your macro.", { text: "Undo", run: () => change(before) });
  }

  return (
    <div class="macros-view">
      <div class="stack">
        <Segments label="Whose macro it is" options={DIALECTS} selected={state.dialect} onSelect={(dialect) => change({ dialect })} />
        <MacroField text={state.text} wrong={problem !== null} onText={(text) => change({ text })} />
        {problem === null ? null : <ProblemText problem={problem} onText={(text) => change({ text })} />}
        {shown === null ? null : <NeedsForm needs={shown.needs} given={state.given} onGiven={give} />}
        {missing === null || problem !== null ? null : (
          <p class="fault">
            <Coded text={sentence(missing.message)} />
          </p>
        )}
        <div class="toolbar screen-only">
          <button type="button" class="primary" disabled={asked === null || problem !== null || missing !== null} onClick={roll}>
            Roll
          </button>
          <button type="button" class="small quiet" disabled={link === null} onClick={() => link !== null && copy(linkTo(link), "The link")}>
            Copy link
          </button>
        </div>
        <Chat played={played} onClick={click} />
      </div>
      <div class="stack plates" aria-busy={waiting}>
        {shown === null || shown.rolls.length === 0 ? (
          <p class="soft">
            <Coded text={shown === null || missing !== null || problem !== null ? "The odds of its rolls come here." : withoutRolls(state.dialect)} />
          </p>
        ) : (
          <NamedRolls rolls={shown.rolls} values={state.given.values} />
        )}
      </div>
      <section class="stories screen-only" aria-label="Macros to begin with">
        <h2 class="stories-head">Macros to begin with</h2>
        <ul>
          {EXAMPLES.map((example) => (
            <li key={example.title}>
              <button type="button" class="small quiet" onClick={() => pick(example)}>
                {example.title}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
        {said}
      </p>
    </div>
  );
}

interface MacroFieldProps {
  readonly text: string;
  readonly wrong: boolean;
  readonly onText: (text: string) => void;
}

function MacroField({ text, wrong, onText }: MacroFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Macro</label>
      <textarea
        {...LITERAL}
        id={id}
        class="source macro"
        value={text}
        rows={5}
        maxLength={16_000}
        aria-invalid={wrong ? true : undefined}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </div>
  );
}
