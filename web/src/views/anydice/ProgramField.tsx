import type { TargetedEvent } from "preact";
import { useId, useRef } from "preact/hooks";

import type { Problem } from "../../contract";
import { markedAt, toUnits } from "../../notation/places";
import { ProblemText } from "../../notation/ProblemText";
import { LITERAL } from "../../notation/literal";

interface ProgramFieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly problem: Problem | null;
}

const FEWEST = 10;
const MOST = 26;

/** A field for a program: its lines have numbers, and a mistake is drawn under its place. */
export function ProgramField({ value, onText, problem }: ProgramFieldProps) {
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const lines = value.split("\n").length;
  const place = problem?.place == null || problem.text !== value ? null : problem.place;
  const faulty = place === null ? null : lineAt(value, place);

  function follow({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) {
    if (under.current !== null) {
      under.current.scrollTop = currentTarget.scrollTop;
      under.current.scrollLeft = currentTarget.scrollLeft;
    }
    if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop;
  }

  function goTo(mistake: readonly number[]) {
    const [start = 0, end = start] = mistake;
    own.current?.focus();
    own.current?.setSelectionRange(toUnits(value, start), toUnits(value, end));
  }

  return (
    <div class="program-field">
      <label for={`${id}-program`}>Program</label>
      <div class="program-box">
        <div class="program-lines" aria-hidden="true" ref={numbers}>
          {Array.from({ length: lines }, (_, index) => (
            <div key={index} class={index + 1 === faulty ? "faulty" : undefined}>
              {index + 1}
            </div>
          ))}
        </div>
        <div class="program-under" aria-hidden="true" ref={under}>
          {place === null ? null : <Marked text={value} place={place} />}
        </div>
        <textarea
          {...LITERAL}
          ref={own}
          id={`${id}-program`}
          class="source program"
          value={value}
          wrap="off"
          rows={Math.min(Math.max(lines + 1, FEWEST), MOST)}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={`${id}-told`}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
          onScroll={follow}
        />
      </div>
      <div class="program-told" id={`${id}-told`}>
        {problem === null ? null : (
          <>
            {place === null ? null : (
              <button type="button" class="link" onClick={() => goTo(place)}>
                Line {faulty}
              </button>
            )}
            <ProblemText problem={problem} onText={onText} />
          </>
        )}
      </div>
    </div>
  );
}

/** The same text under the field's, invisible but for the line under the mistake. */
function Marked({ text, place }: { text: string; place: readonly number[] }) {
  const { before, marked, after } = markedAt(text, place);
  // A line that ends where the mistake is has no room to be underlined.
  const seen = marked.startsWith("\n") ? `\u00a0${marked}` : marked;
  return (
    <>
      {before}
      <span class="fault-place">{seen}</span>
      {after}
    </>
  );
}

/** The number of the line that a place begins in. */
export function lineAt(text: string, [start = 0]: readonly number[]): number {
  return text.slice(0, toUnits(text, start)).split("\n").length;
}
