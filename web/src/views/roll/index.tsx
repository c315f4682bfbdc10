import { useEffect, useId, useRef, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";
import type { ViewProps } from "../../app/view";
import { tellRoll } from "../../dice/telling";
import { applyEdit, type TextEdit } from "../../dice/tapping";
import { Tray } from "../../dice/Tray";
import { NotationField } from "../../notation/NotationField";
import { ProblemText } from "../../notation/ProblemText";
import { useReading } from "../../notation/useReading";
import { ValueFields } from "../../notation/ValueFields";
import { numbersOf, typedValue } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { Examples } from "./Examples";
import { FIRST } from "./examples";
import { groupsOf } from "./groups";
import { History } from "./History";
import { Keeping } from "./Keeping";
import { linkedRoll, rollRoute } from "./link";
import { luckWords } from "./luck";
import { decide, rollText, type Settled, type Table as OnTable, type Unread } from "./rolling";
import { Saved } from "./Saved";
import { SaveAs } from "./SaveAs";
import { Table } from "./Table";
import "./roll.css";

/** Type or tap dice, and roll them. */
export default function RollView({ route, active }: ViewProps) {
  const services = useServices();
  const { ask, kept, toasts, go, linkTo } = services;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => linkedRoll(route)?.text ?? FIRST);
  const [table, setTable] = useState<OnTable>({ kind: "empty" });
  const [turn, setTurn] = useState(0);
  const [said, setSaid] = useState("");
  const values = useWatched(kept, () => kept.values);
  const { reading, problem, waiting } = useReading(text);
  const names = reading?.variables ?? [];

  useEffect(() => {
    const linked = linkedRoll(route);
    if (linked === null) return;
    setText(linked.text);
    for (const [name, value] of Object.entries(linked.values)) kept.setValue(name, value);
  }, [route]);

  async function roll(typed: string, given: Values = kept.values) {
    if (typed.trim() === "") return;
    begin();
    settle(await rollText(ask, typed, (used) => numbersOf(used, given)), given);
  }

  async function choose(decision: string) {
    if (table.kind !== "paused") return;
    begin();
    settle(await decide(ask, table, decision), kept.values);
  }

  function begin() {
    setTable((before) => ({ kind: "rolling", before: before.kind === "rolling" ? before.before : settledOf(before) }));
  }

  function settle(settled: Settled | Unread | null, given: Values) {
    if (settled === null) return;
    if (settled.kind === "unread") {
      setTable((before) => (before.kind === "rolling" ? (before.before ?? { kind: "empty" }) : before));
      setSaid(settled.problem.message);
      field.current?.focus();
      return;
    }
    setTurn((before) => before + 1);
    setTable(settled);
    setSaid(spoken(settled));
    if (settled.kind !== "rolled") return;
    const used = usedValues(settled.answer.roll.variables, given);
    kept.addRoll({ at: Date.now(), expression: settled.typed, values: used, outcome: settled.answer.outcome, text: settled.answer.text });
    go(rollRoute(settled.typed, used), { replace: true });
  }

  function edit(change: TextEdit) {
    setText(applyEdit(text, change));
  }

  async function copy(copied: string, what: string) {
    try {
      await navigator.clipboard.writeText(copied);
      toasts.say(`${what} is copied.`);
    } catch {
      toasts.say("This browser does not let the page copy.");
    }
  }

  const rolled = table.kind === "rolled" ? table : null;
  const here = () => rollRoute(text, Object.fromEntries(names.map((name) => [name, typedValue(values, name)])));
  return (
    <div class="columns roll-view" data-active={active}>
      <div class="wide stack">
        <form
          class="roll-form"
          onSubmit={(event) => {
            event.preventDefault();
            void roll(text);
          }}
        >
          <NotationField
            label="Dice"
            value={text}
            onText={setText}
            onEnter={() => void roll(text)}
            problem={problem}
            describedBy={`${id}-told`}
            placeholder="4d6kh3 + 2"
            field={field}
          />
          <button type="submit" class="primary roll-button" disabled={text.trim() === ""}>
            Roll
          </button>
          <div class="reading" id={`${id}-told`}>
            {problem !== null ? (
              <ProblemText problem={problem} />
            ) : (
              <p>{text.trim() === "" ? "Type dice, or tap them below." : (reading?.words ?? (waiting ? "…" : "\u00a0"))}</p>
            )}
          </div>
        </form>
        <ValueFields names={names} values={values} onValue={(name, value) => kept.setValue(name, value)} onEnter={() => void roll(text)} />
        <Table table={table} turn={turn} onDecide={(decision) => void choose(decision)} />
        <div class="toolbar screen-only">
          {rolled === null ? null : (
            <>
              <button type="button" class="small" onClick={() => void roll(rolled.typed)}>
                Again
              </button>
              <button type="button" class="small" onClick={() => void copy(rolled.answer.text, "The roll")}>
                Copy
              </button>
            </>
          )}
          <button type="button" class="small" disabled={reading === null} onClick={() => void copy(linkTo(here()), "A link to these dice")}>
            Link
          </button>
          <SaveAs
            expression={text}
            onSave={(name) => {
              kept.saveRoll(name, text);
              toasts.say(`Saved as “${name}”.`);
            }}
          />
          <button type="button" class="small" disabled={reading === null} onClick={() => go({ ...here(), view: "odds" })}>
            Odds
          </button>
        </div>
        <Tray text={text} onEdit={edit} />
        <p class="visually-hidden" aria-live="assertive" aria-atomic="true">
          {said}
        </p>
      </div>
      <aside class="narrow stack" aria-label="Rolls to pick from">
        <Saved
          onPick={(expression) => {
            setText(expression);
            void roll(expression);
          }}
        />
        <Examples
          onPick={(expression) => {
            setText(expression);
            void roll(expression);
          }}
        />
        <History
          onAgain={(past) => {
            setText(past.expression);
            void roll(past.expression, { ...kept.values, ...past.values });
          }}
          onCopy={(line) => void copy(line, "The roll")}
        />
        <Keeping />
      </aside>
    </div>
  );
}

function settledOf(table: OnTable): Settled | null {
  return table.kind === "empty" || table.kind === "rolling" ? null : table;
}

/** What a screen reader says when dice have fallen. */
function spoken(settled: Settled): string {
  switch (settled.kind) {
    case "problem":
      return settled.problem.message;
    case "paused":
      return `${settled.answer.paused.question ?? "The roll waits for you."} ${settled.answer.paused.options.join(" or ")}`;
    case "rolled": {
      const { roll, outcome, luck } = settled.answer;
      return [tellRoll(groupsOf(roll), outcome), luck === null ? "" : (luckWords(luck) ?? "")].join(" ").trim();
    }
  }
}

/** The values that a roll used, as they were typed. */
function usedValues(variables: unknown, given: Values): Values {
  const names = typeof variables === "object" && variables !== null ? Object.keys(variables) : [];
  return Object.fromEntries(names.map((name) => [name, typedValue(given, name).trim()]));
}
