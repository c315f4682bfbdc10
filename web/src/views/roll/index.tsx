import { useEffect, useId, useRef, useState } from "preact/hooks";

import type { Route } from "../../app/route";
import { useServices } from "../../app/services";
import { bringIntoSight } from "../../app/sight";
import { useCopy } from "../../app/useCopy";
import { useWatched } from "../../app/useWatched";
import type { ViewProps } from "../../app/view";
import { settledOf } from "../../dice/table";
import { applyEdit } from "../../dice/tapping";
import { Tray } from "../../dice/Tray";
import { NotationField } from "../../notation/NotationField";
import { ProblemText } from "../../notation/ProblemText";
import { ReadingText } from "../../notation/ReadingText";
import { useReading, type ReadText } from "../../notation/useReading";
import { ValueFields } from "../../notation/ValueFields";
import { typedValue } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { Actions } from "./Actions";
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
  const { go } = useServices();
  const copy = useCopy();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const onTable = useRef<HTMLDivElement>(null);
  const own = useRef<Route | null>(null);
  const [text, setText] = useState(() => linkedRoll(route)?.text ?? FIRST);
  const [values, setValue, setLinked] = useValues(linkedRoll(route)?.values ?? {});
  const read = useReading(text);
  const names = read.reading?.variables ?? [];
  const { table, turn, said, roll, choose } = useTable({
    onUnread: () => field.current?.focus(),
    onRolled: (typed, used) => {
      own.current = rollRoute(typed, used);
      go(own.current, { replace: true });
    },
  });

  useEffect(() => {
    const followed = linkedRoll(route);
    if (followed === null || route === own.current) return;
    setText(followed.text);
    setLinked(followed.values);
  }, [route]);

  async function chosen(decision: string) {
    await choose(decision, values);
    // The button that was pressed is gone: the keyboard goes on from what came of it.
    onTable.current?.focus();
  }

  function pick(expression: string, given: Values = values) {
    setText(expression);
    void roll(expression, given);
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
            void roll(text, values);
          }}
        >
          <NotationField
            label="Dice"
            value={text}
            onText={setText}
            onEnter={() => void roll(text, values)}
            problem={read.problem}
            describedBy={`${id}-told`}
            placeholder="4d6kh3 + 2"
            field={field}
          />
          <button type="submit" class="primary roll-button" disabled={text.trim() === ""}>
            Roll
          </button>
          <div class="reading" id={`${id}-told`}>
            <Told text={text} read={read} />
          </div>
        </form>
        <ValueFields names={names} values={values} onValue={setValue} onEnter={() => void roll(text, values)} />
        <div ref={onTable} tabIndex={-1} class="on-table">
          <Table table={table} turn={turn} onDecide={(decision) => void chosen(decision)} />
        </div>
        <Actions
          text={text}
          rolled={shown?.kind === "rolled" ? shown : null}
          here={read.reading === null ? null : rollRoute(text, used)}
          onAgain={(typed) => void roll(typed, values)}
        />
        <Tray text={text} onEdit={(edit) => setText(applyEdit(text, edit))} />
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
function Told({ text, read: { reading, problem, waiting } }: { text: string; read: ReadText }) {
  if (problem !== null) return <ProblemText problem={problem} />;
  if (text.trim() === "") return <p>Type dice, or tap them below.</p>;
  return reading === null ? <p>{waiting ? "…" : "\u00a0"}</p> : <ReadingText reading={reading} />;
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
