import { useState } from "preact/hooks";

import { useAnswer } from "../../app/useAnswer";
import { useCopy } from "../../app/useCopy";
import { decimalText, exactly, percentText } from "../../charts/exact";
import type { Answers } from "../../contract";
import { Coded } from "../../notation/Coded";
import { titlesOf, useDialects, type Dialect } from "../../notation/dialects";
import type { Reading } from "../../notation/useReading";
import { sentence } from "../../words";
import { isQuestion, refusals, spelt, type Alike } from "./alike";

interface ElsewhereProps {
  readonly text: string;
  /** what it means; null while it means nothing here */
  readonly reading: Reading | null;
  readonly dialect: string;
}

type Meaning = Answers["translate"]["meanings"][number];

const PAUSE = 150;

/** What other programs make of a text, and how its dice are typed there. */
export default function Elsewhere(props: ElsewhereProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="elsewhere screen-only" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>In other programs</summary>
      {open ? <Opened {...props} /> : null}
    </details>
  );
}

function Opened({ text, reading, dialect }: ElsewhereProps) {
  const dialects = useDialects(dialect);
  const typed = text.trim();
  const { answer: read, problem } = useAnswer("translate", typed === "" ? null : { text }, { delay: PAUSE });
  const ours = reading === null ? null : { text: reading.expression, source: "astragal" };
  const { answer: written } = useAnswer("translate", ours, { delay: PAUSE });
  if (typed === "") return <p class="soft">Type dice first.</p>;
  return (
    <>
      <h2>
        What each makes of <code>{typed}</code>
      </h2>
      {problem === null ? null : <p role="alert">{sentence(problem.message)}</p>}
      <dl>
        {read?.meanings.map((meaning) =>
          meaning.problem === null ? <MeaningRow key={meaning.programs.join(" ")} meaning={meaning} dialects={dialects} /> : null,
        )}
        {refusals(read?.meanings ?? [], dialects).map((refused) => (
          <RefusedRow key={refused.said} {...refused} dialects={dialects} />
        ))}
      </dl>
      {reading === null || written === null || written.spellings.length === 0 ? null : (
        <>
          <h2>
            How to type <code>{reading.expression}</code> there
          </h2>
          <dl>
            {spelt(written.spellings).map((spelling) => (
              <SpellingRow key={spelling.said} {...spelling} dialects={dialects} />
            ))}
            {refusals(written.spellings, dialects).map((refused) => (
              <RefusedRow key={refused.said} {...refused} dialects={dialects} />
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function MeaningRow({ meaning, dialects }: { meaning: Meaning; dialects: readonly Dialect[] }) {
  const { programs, expression, words, mean, remarks } = meaning;
  return (
    <div>
      <dt>{titlesOf(programs, dialects)}</dt>
      <dd>
        <code>{expression}</code>
        {mean === null ? null : <span class="elsewhere-mean"> {meanText(meaning, mean.exact)}</span>}
        <p>{words}</p>
        {remarks.map((remark) => (
          <p key={remark}>
            <Coded text={sentence(remark)} />
          </p>
        ))}
      </dd>
    </div>
  );
}

function meanText(meaning: Meaning, exact: string): string {
  const mean = exactly(exact);
  return isQuestion(meaning) ? percentText(mean) : `mean ${decimalText(mean, 2)}`;
}

function SpellingRow({ programs, said, dialects }: Alike & { dialects: readonly Dialect[] }) {
  const copy = useCopy();
  return (
    <div>
      <dt>{titlesOf(programs, dialects)}</dt>
      <dd>
        <code>{said}</code>
        <button type="button" class="small quiet" aria-label={`Copy ${said}`} onClick={() => copy(said, "The text")}>
          Copy
        </button>
      </dd>
    </div>
  );
}

function RefusedRow({ programs, said, dialects }: Alike & { dialects: readonly Dialect[] }) {
  return (
    <div>
      <dt>{titlesOf(programs, dialects)}</dt>
      <dd>
        <p class="soft">
          <Coded text={sentence(said)} />
        </p>
      </dd>
    </div>
  );
}
