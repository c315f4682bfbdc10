import { useId, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useAnswer } from "../../app/useAnswer";
import { problemOf, type Answers, type Problem } from "../../contract";
import { LITERAL } from "../../notation/literal";
import { ProblemText } from "../../notation/ProblemText";
import { ReadingText } from "../../notation/ReadingText";

export type Called = NonNullable<NonNullable<Answers["read"]["reading"]>["call"]>;

interface CallLineProps {
  readonly game: string;
  readonly example: string;
  readonly sheets: readonly string[];
  /** a rule was called */
  readonly onCall: (called: Called) => void;
  /** dice were typed, which the game reads by its conventions */
  readonly onDice: (typed: string) => void;
}

const PAUSE = 150;
const LONGEST = 1_000;

/** What is typed at the prompt while a game is open: `check 45 2/+/`, `attack +7 vs AC 16, damage 2d6+4`. */
export function CallLine({ game, example, sheets, onCall, onDice }: CallLineProps) {
  const { ask } = useServices();
  const id = useId();
  const [text, setText] = useState("");
  const [refused, setRefused] = useState<{ readonly text: string; readonly problem: Problem } | null>(null);
  const fields = (typed: string) => ({ text: typed, game, sheets });
  const read = useAnswer("read", text.trim() === "" ? null : fields(text), { delay: PAUSE });

  async function enter() {
    if (text.trim() === "") return;
    try {
      const { reading, problem } = await ask("read", fields(text), { supersedes: id });
      if (reading === null) return setRefused(problem === null ? null : { text, problem });
      if (reading.call === undefined) onDice(text);
      else onCall(reading.call);
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) setRefused({ text, problem });
    }
  }

  const reading = read.answer?.reading ?? null;
  // While somebody types, what they have typed so far is nearly always wrong.
  const wrong = refused?.text === text ? refused.problem : null;
  return (
    <form
      class="call-line screen-only"
      aria-label={`Say what to roll in ${game}`}
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
    >
      <label for={id}>In words</label>
      <div class="call-box">
        <input
          {...LITERAL}
          id={id}
          type="text"
          enterkeyhint="go"
          maxLength={LONGEST}
          placeholder={example}
          value={text}
          aria-invalid={wrong === null ? undefined : true}
          aria-describedby={`${id}-read`}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit">Roll this</button>
      </div>
      <div id={`${id}-read`} class="help" aria-live="polite">
        {wrong !== null ? (
          <ProblemText problem={wrong} onText={setText} />
        ) : reading === null ? null : reading.call !== undefined ? (
          <p>{reading.expression}</p>
        ) : (
          <ReadingText reading={reading} onText={setText} />
        )}
      </div>
    </form>
  );
}
