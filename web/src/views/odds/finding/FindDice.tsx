import { useId, useState } from "preact/hooks";

import { useAnswer } from "../../../app/useAnswer";
import type { Target } from "../../../charts/Bars";
import { Silhouette } from "../../../charts/Silhouette";
import type { Answers, Questions } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { LITERAL } from "../../../notation/literal";
import { findQuestion, givenOf, isMet, NO_WISHES, targetOf, type Wishes } from "./wishes";
import { grouped } from "../../../words";

interface FindDiceProps {
  /** the dice that are among the odds already */
  readonly open: readonly string[];
  /** whether its form is shown on small screens too, because nothing else was asked yet */
  readonly first: boolean;
  /** whether there is room for more */
  readonly room: boolean;
  /** `target`: the number whose chance was wished for */
  readonly onOpen: (dice: string, target: Target | null) => void;
}

/** Milliseconds after the last key until dice are looked for. */
const PAUSE = 900;

/** Where it stands beside the figures, not before them. */
const WIDE = "(min-width: 60rem)";

type Field = "mean" | "spread" | "range";

const FIELDS: readonly (readonly [Field, label: string, example: string])[] = [
  ["mean", "Mean", "12"],
  ["spread", "Spread (standard deviation)", "3"],
  ["range", "Lowest to highest", "3 to 18"],
];

/** Dice for a wish: a mean, a spread, a chance, a range. */
export function FindDice({ open, first, room, onOpen }: FindDiceProps) {
  const id = useId();
  const [wishes, setWishes] = useState<Wishes>(NO_WISHES);
  const [shown] = useState(() => first || matchMedia(WIDE).matches);
  const [asked, setAsked] = useState<Questions["find"] | null>(null);
  const question = findQuestion(wishes);
  const { answer, problem, waiting } = useAnswer("find", asked === null ? question : asked, { delay: asked === null ? PAUSE : 0 });
  const set = (change: Partial<Wishes>) => {
    setAsked(null);
    setWishes({ ...wishes, ...change });
  };
  const text = (name: Exclude<keyof Wishes, "side" | "simple">, example: string, label?: string) => (
    <input
      {...LITERAL}
      id={`${id}-${name}`}
      aria-label={label}
      type="text"
      value={wishes[name]}
      placeholder={example}
      maxLength={40}
      onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <details class="find-dice screen-only" open={shown}>
      <summary>Find dice for a wish</summary>
      <form
        class="wishes"
        aria-label="Find dice for a wish"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(question);
        }}
      >
        {FIELDS.map(([name, label, example]) => (
          <div class="field" key={name}>
            <label for={`${id}-${name}`}>{label}</label>
            {text(name, example)}
          </div>
        ))}
        <fieldset class="wish-chance">
          <legend>Chance</legend>
          <select aria-label="Of which numbers" value={wishes.side} onChange={({ currentTarget }) => set({ side: currentTarget.value as Wishes["side"] })}>
            <option value=">=">at least</option>
            <option value="<=">at most</option>
            <option value="=">exactly</option>
          </select>
          {text("number", "15", "Number")}
          <span>:</span>
          {text("chance", "25 %", "Its chance in percent")}
        </fieldset>
        <label class="check">
          <input type="checkbox" checked={wishes.simple} onChange={({ currentTarget }) => set({ simple: currentTarget.checked })} /> Simple dice first, where they come close
        </label>
        <p class="help caption-like">Fill in what you care about. Bounds will do: &gt;=12, 10..12.</p>
        <button type="submit" class="small" disabled={question === null}>
          Find
        </button>
      </form>
      <div class={waiting ? "waiting" : undefined} aria-busy={waiting} aria-live="polite">
        {waiting ? <p class="soft">Trying millions of dice …</p> : null}
        {problem === null ? null : <ProblemText problem={problem} />}
        {answer === null ? null : <FoundList answer={answer} open={open} room={room} onOpen={onOpen} />}
      </div>
    </details>
  );
}

function FoundList({ answer, open, room, onOpen }: Omit<FindDiceProps, "first"> & { answer: Answers["find"] }) {
  if (answer.found.length === 0) return <p class="soft">No dice give that.</p>;
  return (
    <>
      <p class="caption-like">
        The best of {grouped(answer.tried)}. Tap dice to see their odds{room ? "" : ", once there is room for more"}.
      </p>
      <ol class="found-dice">
        {metFirst(answer).map((found) => {
          const there = open.includes(found.name);
          return (
            <li key={found.name}>
              <button type="button" class="found-die" aria-pressed={there} disabled={!room && !there} onClick={() => (there ? undefined : onOpen(found.name, targetOf(answer)))}>
                <code>{found.name}</code>
                <Silhouette odds={found.odds} />
                <span class="found-gives">
                  {isMet(answer, found) ? <b class="found-exact">{found.off === 0 ? "exactly" : "as wished"}: </b> : null}
                  {givenOf(answer, found).join(" · ")}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Whatever comes nearest to a wish, dice that are exactly what was wished for come first. */
function metFirst(answer: Answers["find"]): Answers["find"]["found"] {
  return [...answer.found].sort((left, right) => Number(isMet(answer, right)) - Number(isMet(answer, left)));
}
