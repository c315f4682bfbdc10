import { useEffect, useId, useRef, useState } from "preact/hooks";

import type { Route } from "../../app/route";
import { useServices } from "../../app/services";
import { bringIntoSight } from "../../app/sight";
import { useCopy } from "../../app/useCopy";
import { useWatched } from "../../app/useWatched";
import type { ViewProps } from "../../app/view";
import type { Problem } from "../../contract";
import { settledOf } from "../../dice/table";
import { applyEdit } from "../../dice/tapping";
import { Tray } from "../../dice/Tray";
import { DialectSelect } from "../../notation/DialectSelect";
import { OURS } from "../../notation/dialects";
import { NotationField } from "../../notation/NotationField";
import { ProblemText } from "../../notation/ProblemText";
import { ReadingText } from "../../notation/ReadingText";
import { Translated } from "../../notation/Translated";
import { useReading, type ReadText } from "../../notation/useReading";
import { ValueFields } from "../../notation/ValueFields";
import { typedValue } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { asMacro } from "../macros/link";
import { Actions } from "./Actions";
import { Elsewhere } from "./Elsewhere";
import { Examples } from "./Examples";
import { FIRST } from "./examples";
import { History } from "./History";
import { Keeping } from "./Keeping";
import { linkedRoll, rollRoute } from "./link";
import { Saved } from "./Saved";
import { Table } from "./Table";
import { useTable } from "./useTable";
import "./roll.css";

/** Type or tap dice, and roll them. */
export default function RollView({ route }: ViewProps) {
  const { go, kept } = useServices();
  const copy = useCopy();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const onTable = useRef<HTMLDivElement>(null);
  const own = useRef<Route | null>(null);
  const asked = useRef({ text: FIRST, dialect: OURS });
  const [text, setText] = useState(() => linkedRoll(route)?.text ?? FIRST);
  const [dialect, setDialect] = useState(() => linkedRoll(route)?.dialect ?? kept.dialect);
  const [values, setValue, setLinked] = useValues(linkedRoll(route)?.values ?? {});
  const read = useReading(text, dialect);
  const names = read.reading?.variables ?? [];
  const { table, turn, said, roll, choose } = useTable({
    onUnread: () => field.current?.focus(),
    onRolled: (used) => {
      own.current = rollRoute(asked.current.text, used, "roll", asked.current.dialect);
      go(own.current, { replace: true });
    },
  });

  useEffect(() => {
    const followed = linkedRoll(route);
    if (followed === null || route === own.current) return;
    setText(followed.text);
    setDialect(followed.dialect);
    setLinked(followed.values);
  }, [route]);

  function start(typed: string, given: Values, typedIn: string) {
    asked.current = { text: typed, dialect: typedIn };
    void roll(typed, given, typedIn);
  }

  async function chosen(decision: string) {
    await choose(decision, values);
    // The button that was pressed is gone: the keyboard goes on from what came of it.
    onTable.current?.focus();
  }

  function pick(expression: string, given: Values = values) {
    setText(expression);
    setDialect(OURS);
    start(expression, given, OURS);
    // Whoever picks from the lists under the table still sees the dice fall.
    bringIntoSight(onTable.current);
  }

  const shown = settledOf(table);
  const used = Object.fromEntries(names.map((name) => [name, typedValue(values, name)]));
  return (
    <div class="columns roll-view">
      <div class="wide stack">
        <form
          class="roll-form"
          onSubmit={(event) => {
            event.preventDefault();
            start(text, values, dialect);
          }}
        >
          <NotationField
            label="Dice"
            value={text}
            onText={setText}
            onEnter={() => start(text, values, dialect)}
            problem={read.problem}
            describedBy={`${id}-told`}
            placeholder="4d6kh3 + 2"
            dialect={dialect}
            field={field}
          />
          <button type="submit" class="primary roll-button" disabled={text.trim() === ""}>
            Roll
          </button>
          <div class="reading" id={`${id}-told`}>
            <Told text={text} dialect={dialect} read={read} />
          </div>
          <DialectSelect
            dialect={dialect}
            onDialect={(name) => {
              setDialect(name);
              kept.setDialect(name);
            }}
          />
        </form>
        <ValueFields names={names} values={values} onValue={setValue} onEnter={() => start(text, values, dialect)} />
        <div ref={onTable} tabIndex={-1} class="on-table">
          <Table table={table} turn={turn} onDecide={(decision) => void chosen(decision)} />
        </div>
        <Actions
          text={dialect === OURS ? text : (read.reading?.expression ?? "")}
          rolled={shown?.kind === "rolled" ? shown : null}
          here={read.reading === null ? null : rollRoute(text, used, "roll", dialect)}
          onAgain={(typed) => start(typed, values, OURS)}
        />
        {dialect === OURS ? <Tray text={text} onEdit={(edit) => setText(applyEdit(text, edit))} /> : null}
        <Elsewhere text={text} reading={read.reading} dialect={dialect} />
        <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
          {said}
        </p>
      </div>
      <aside class="narrow stack" aria-label="Rolls to pick from">
        <Saved onPick={pick} />
        <Examples onPick={pick} />
        <History
          onAgain={(past) => pick(past.expression, { ...values, ...past.values })}
          onCopy={(line) => copy(line, "The roll")}
        />
        <Keeping />
      </aside>
    </div>
  );
}

/** What the text means, or what is wrong with it. */
function Told({ text, dialect, read: { reading, problem, waiting } }: { text: string; dialect: string; read: ReadText }) {
  if (problem !== null) return <Problematic text={text} dialect={dialect} problem={problem} />;
  if (text.trim() === "") return <p>{dialect === OURS ? "Type dice, or tap them below." : "Type dice."}</p>;
  if (reading === null) return <p>{waiting ? "…" : "\u00a0"}</p>;
  return (
    <>
      <ReadingText reading={reading} />
      <Translated reading={reading} dialect={dialect} />
    </>
  );
}

/** What is wrong with the text, and the way to Macros if it is one. */
function Problematic({ text, dialect, problem }: { text: string; dialect: string; problem: Problem }) {
  const macro = asMacro(problem, dialect, text);
  return (
    <>
      <ProblemText problem={problem} />
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

/** The values kept here and those of a link, which are used and do not change what is kept. */
function useValues(first: Values): [Values, (name: string, value: string) => void, (linked: Values) => void] {
  const { kept } = useServices();
  const [linked, setLinked] = useState(first);
  const own = useWatched(kept, () => kept.values);
  function setValue(name: string, value: string) {
    setLinked(({ [name]: _, ...others }) => others);
    kept.setValue(name, value);
  }
  return [{ ...own, ...linked }, setValue, setLinked];
}
