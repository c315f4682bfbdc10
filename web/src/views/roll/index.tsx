import { useEffect, useId, useRef, useState } from "preact/hooks";

import { deferred } from "../../app/deferred";
import type { Route } from "../../app/route";
import { useServices } from "../../app/services";
import { bringIntoSight } from "../../app/sight";
import { useCopy } from "../../app/useCopy";
import { useHold } from "../../app/useHold";
import { useWatched } from "../../app/useWatched";
import type { ViewProps } from "../../app/view";
import type { Paused, Rolled } from "../../contract";
import { settledOf } from "../../dice/table";
import { applyEdit, type TextEdit } from "../../dice/tapping";
import { Tray } from "../../dice/Tray";
import { DialectSelect } from "../../notation/DialectSelect";
import { OURS } from "../../notation/dialects";
import { NotationField } from "../../notation/NotationField";
import { useReading } from "../../notation/useReading";
import { ValueFields } from "../../notation/ValueFields";
import { typedValue } from "../../notation/values";
import { newId } from "../../ids";
import type { Values } from "../../state/shapes";
import { placeOf } from "../waiting/place";
import { Actions } from "./Actions";
import { FIRST } from "./examples";
import { linkedRoll, rollRoute } from "./link";
import type { Held } from "./RollMenu";
import { Table } from "./Table";
import { Told } from "./Told";
import { useLines } from "./useLines";
import { usePasted } from "./usePasted";
import { useShared } from "./useShared";
import { useTable } from "./useTable";
import { useValues } from "./useValues";
import "./roll.css";

const RollMenu = deferred(() => import("./RollMenu"));
const Beside = deferred(() => import("./Beside"));
const Characters = deferred(() => import("../characters/Characters"));
const WaitingList = deferred(() => import("../waiting/WaitingList"));
const Elsewhere = deferred(() => import("./Elsewhere"));

const CHECKED = "Checked: these faces lead to this end.";

/** Type or tap dice, and roll them. */
export default function RollView({ route, active }: ViewProps) {
  const { go, kept, toasts } = useServices();
  const copy = useCopy();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const onTable = useRef<HTMLDivElement>(null);
  const own = useRef<Route | null>(null);
  const asked = useRef({ text: FIRST, dialect: OURS });
  const [text, setText] = useState(() => linkedRoll(route)?.text ?? FIRST);
  /** nobody has changed the text since it was an example or was rolled */
  const [fresh, setFresh] = useState(true);
  const [dialect, setDialect] = useState(() => linkedRoll(route)?.dialect ?? kept.dialect);
  const [values, setValue, setLinked] = useValues(linkedRoll(route)?.values ?? {});
  const [held, setHeld] = useState<Held | null>(null);
  const seated = useWatched(kept, () => kept.sheets.some(({ playing }) => playing.length > 0));
  const waits = useWatched(kept, () => kept.waiting.length > 0);
  const read = useReading(text, dialect);
  const lines = useLines(text);
  const names = read.reading?.variables ?? [];
  const { table, turn, falling, said, roll, choose, show } = useTable({
    onUnread: () => field.current?.focus(),
    onRolled: (used) => {
      own.current = rollRoute(asked.current.text, used, "roll", asked.current.dialect);
      go(own.current, { replace: true });
    },
  }, route.path[0] ?? null);
  const open = usePasted((dice) => {
    change(dice);
    field.current?.focus();
  });
  useShared(route, (shared) => {
    if (shared.kind === "refused") return void show({ kind: "problem", typed: "", problem: shared.problem });
    const { roll: record } = shared.answer;
    if ("expression" in record) setText(record.expression);
    void show({ kind: "rolled", typed: "expression" in record ? record.expression : "", answer: shared.answer, caption: CHECKED });
  });
  const hold = useHold((element) => {
    const expression = dialect === OURS ? text : (read.reading?.expression ?? "");
    if (expression.trim() !== "") setHeld({ expression, element });
  });

  // What is typed takes the place of the example.
  useEffect(() => {
    if (!active || document.activeElement !== document.body) return;
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);

  useEffect(() => {
    const followed = linkedRoll(route);
    if (followed === null || route === own.current) return;
    change(followed.text);
    setFresh(true);
    setDialect(followed.dialect);
    setLinked(followed.values);
  }, [route]);

  useEffect(() => {
    const waiting = kept.waiting.find(({ id: each }) => each === route.path[0]);
    if (waiting === undefined) return;
    setText(waiting.typed);
    asked.current = { text: waiting.typed, dialect: OURS };
  }, [route]);

  function change(next: string) {
    lines.forget();
    setText(next);
    setFresh(false);
  }

  function recall(step: 1 | -1): string | null {
    const line = lines.recall(step);
    if (line !== null) setText(line);
    return line;
  }

  function start(typed: string, given: Values, typedIn: string) {
    asked.current = { text: typed, dialect: typedIn };
    lines.forget();
    setFresh(true);
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

  /** What was pasted is looked at after it stands in the field, and put back if it belongs elsewhere. */
  function pasted(clipboard: string) {
    const before = text;
    void import("../../pasting/recognise").then(({ recognise }) => {
      const found = recognise(clipboard);
      if (found === null) return;
      change(before);
      void open(found);
    });
  }

  /** Shows what a character has rolled, until its dice lie. */
  async function rolledBy(answer: Rolled | Paused, who: string, ruled: string) {
    if ("roll" in answer) {
      const shown = show({ kind: "rolled", typed: "", answer, caption: `${who}.` }, who);
      bringIntoSight(onTable.current);
      return shown;
    }
    const waiting = { id: newId(), name: who, rule: ruled, typed: "", answer, secret: null };
    kept.keepWaiting(waiting);
    go(placeOf(waiting));
  }

  function save(name: string, expression: string) {
    kept.saveRoll(name, expression);
    toasts.say(`Saved as “${name}”.`);
  }

  const shown = settledOf(table);
  const used = Object.fromEntries(names.map((name) => [name, typedValue(values, name)]));
  return (
    <div class="columns roll-view">
      <div class="wide roll-main">
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
            onText={change}
            onEnter={() => start(text, values, dialect)}
            problem={read.problem}
            describedBy={`${id}-told`}
            placeholder="4d6kh3 + 2"
            dialect={dialect}
            field={field}
            onRecall={recall}
            onPasted={pasted}
          />
          <button type="submit" class="primary roll-button" disabled={text.trim() === ""} {...hold}>
            Roll
          </button>
        </form>
        <div class="roll-told">
          <div class="reading" id={`${id}-told`}>
            <Told text={text} dialect={dialect} read={read} values={values} onText={change} onOpen={(found) => void open(found)} />
          </div>
          <DialectSelect
            dialect={dialect}
            onDialect={(name) => {
              setDialect(name);
              kept.setDialect(name);
            }}
          />
        </div>
        {dialect === OURS ? (
          <Tray
            text={text}
            fresh={fresh}
            onEdit={(edit: TextEdit) => change(applyEdit(text, edit))}
            onHold={(die, element) => setHeld({ expression: die, element })}
          />
        ) : null}
        <ValueFields names={names} values={values} onValue={setValue} onEnter={() => start(text, values, dialect)} />
        <div ref={onTable} tabIndex={-1} class="on-table">
          <Table table={table} turn={turn} falling={falling} onDecide={(decision) => void chosen(decision)} />
        </div>
        <Actions
          text={dialect === OURS ? text : (read.reading?.expression ?? "")}
          rolled={shown?.kind === "rolled" ? shown : null}
          here={read.reading === null ? null : rollRoute(text, used, "roll", dialect)}
          onAgain={(typed) => start(typed, values, OURS)}
          onSave={save}
        />
        {waits ? <WaitingList /> : null}
        {seated ? <Characters onRolled={rolledBy} /> : null}
        <Elsewhere text={text} reading={read.reading} dialect={dialect} />
        <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
          {said}
        </p>
      </div>
      <aside class="narrow stack" aria-label="Rolls to pick from">
        <Beside
          onPick={pick}
          onAgain={(past) => pick(past.expression, { ...values, ...past.values })}
          onCopy={(line) => copy(line, "The roll")}
          onHold={(expression, element) => setHeld({ expression, element })}
        />
      </aside>
      {held === null ? null : <RollMenu key={held.expression} held={held} onRoll={pick} onSave={save} onClose={() => setHeld(null)} />}
    </div>
  );
}
