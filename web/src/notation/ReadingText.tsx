import { decimalText, exactly, percentText } from "../charts/exact";
import type { ReadAs } from "../contract";
import { capital } from "../words";
import { Coded } from "./Coded";
import { Suggestions } from "./ProblemText";
import type { Reading } from "./useReading";

interface ReadingTextProps {
  readonly reading: Reading;
  /** what was asked in words and is known by now */
  readonly answers?: ReadAs["answers"] | undefined;
  /** another reading is meant */
  readonly onText?: ((text: string) => void) | undefined;
}

/** What dice mean, and what they would mean elsewhere. */
export function ReadingText({ reading, answers, onText }: ReadingTextProps) {
  return (
    <>
      <Meaning reading={reading} answers={answers ?? reading.read_as?.answers} onText={onText} />
      {reading.remarks.map((remark) => (
        <p key={remark}>
          <Coded text={`${capital(remark)}.`} />
        </p>
      ))}
    </>
  );
}

/** What was said in other words than notation is shown as it was read. */
function Meaning({ reading, answers = [], onText }: ReadingTextProps) {
  const said = reading.read_as;
  if (said === null) return <p>{reading.words}</p>;
  return (
    <>
      <p>
        Read as <code>{said.kind === "roll" ? said.expression : said.told}</code> ({reading.words})
      </p>
      {said.alternatives.map(({ words, expression }) => (
        <p key={expression}>
          <Coded text={`\`${expression}\` ${words}.`} />
        </p>
      ))}
      {onText === undefined || said.alternatives.length === 0 ? null : (
        <Suggestions texts={said.alternatives.map(({ expression }) => expression)} onText={onText} />
      )}
      {answers.map((answer) => (
        <p key={answer.words} class="its-chance">
          {answer.words}: <strong>{figureOf(answer)}</strong>
        </p>
      ))}
    </>
  );
}

function figureOf({ value, chance }: ReadAs["answers"][number]): string {
  const number = exactly(value.exact);
  return chance ? percentText(number) : decimalText(number, 2);
}
