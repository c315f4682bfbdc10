import { useEffect, useState } from "preact/hooks";

import { useAnswer } from "../../app/useAnswer";
import { Brief } from "../../charts/Brief";
import { exactly, percentText } from "../../charts/exact";
import type { Problem } from "../../contract";
import { inDialect, OURS } from "../../notation/dialects";
import { ProblemText } from "../../notation/ProblemText";
import { ReadingText } from "../../notation/ReadingText";
import { Translated } from "../../notation/Translated";
import type { Reading, ReadText } from "../../notation/useReading";
import { numbersOf } from "../../notation/values";
import type { Pasted } from "../../pasting/recognise";
import type { Values } from "../../state/shapes";
import { asMacro } from "../macros/link";

interface ToldProps {
  readonly text: string;
  readonly dialect: string;
  readonly read: ReadText;
  readonly values: Values;
  /** a suggestion is taken */
  readonly onText: (text: string) => void;
  /** the text is something else, and is opened where it belongs */
  readonly onOpen: (found: Pasted) => void;
}

/** What the text means, or what is wrong with it. */
export function Told({ text, dialect, read: { reading, problem, waiting }, values, onText, onOpen }: ToldProps) {
  if (problem !== null) return <Problematic text={text} dialect={dialect} problem={problem} onText={onText} onOpen={onOpen} />;
  if (text.trim() === "") return <p>{dialect === OURS ? "Type dice, or tap them." : "Type dice."}</p>;
  if (reading === null) return <p>{waiting ? "…" : "\u00a0"}</p>;
  return (
    <>
      {reading.words.endsWith("?") && !reading.choices ? <ItsChance text={text} dialect={dialect} reading={reading} values={values} /> : null}
      <ReadingText reading={reading} onText={onText} />
      <Translated reading={reading} dialect={dialect} />
    </>
  );
}

const PAUSE = 60;

/** What is asked by a comparison is answered at once. */
function ItsChance({ text, dialect, reading, values }: { text: string; dialect: string; reading: Reading; values: Values }) {
  const { answer } = useAnswer("odds", { expression: text, ...inDialect(dialect), variables: numbersOf(reading.variables, values) }, { delay: PAUSE });
  const yes = answer?.outcomes.find(({ outcome }) => outcome === true);
  if (answer === null || answer.outcomes.some(({ outcome }) => typeof outcome !== "boolean")) return null;
  const chance = exactly(`${yes?.weight ?? "0"}/${answer.denominator}`);
  return (
    <p class="its-chance">
      <strong>{percentText(chance)}</strong> <Brief of={chance} />
    </p>
  );
}

/** What is wrong with the text, and the way to the view that understands it, if there is one. */
function Problematic({ text, dialect, problem, onText, onOpen }: Omit<ToldProps, "read" | "values"> & { problem: Problem }) {
  const [found, setFound] = useState<Pasted | null>(null);
  useEffect(() => {
    let wanted = true;
    void import("../../pasting/recognise").then(({ recognise }) => wanted && setFound(recognise(text)));
    return () => {
      wanted = false;
    };
  }, [text]);
  const macro = found === null ? asMacro(problem, dialect, text) : null;
  return (
    <>
      {found === null ? null : (
        <p class="recognised">
          {found.what}.{" "}
          <button type="button" class="small" onClick={() => onOpen(found)}>
            Open it
          </button>
        </p>
      )}
      <ProblemText problem={problem} onText={onText} />
      {macro === null ? null : (
        <div class="problem">
          <a class="problem-more" href={macro}>
            Open it under Macros
          </a>
        </div>
      )}
    </>
  );
}
