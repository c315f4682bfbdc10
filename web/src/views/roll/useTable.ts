import { useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { groupsOf } from "../../dice/groups";
import { luckWords } from "../../dice/luck";
import { settledOf, type Table } from "../../dice/table";
import { tellRoll } from "../../dice/telling";
import { numbersOf, typedValue } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { decide, rollText, type Settled, type Unread } from "./rolling";

export interface InUse {
  readonly table: Table<Settled>;
  /** counts what has happened on the table, so that dice fall anew */
  readonly turn: number;
  /** what a screen reader says of it */
  readonly said: string;
  readonly roll: (typed: string, values: Values, dialect?: string) => Promise<void>;
  readonly choose: (decision: string, values: Values) => Promise<void>;
}

interface Told {
  /** dice have fallen: the values they used */
  readonly onRolled: (used: Values) => void;
  /** the text means nothing */
  readonly onUnread: () => void;
}

/** The table: dice are rolled on it, choices made, and what has fallen is kept. */
export function useTable({ onRolled, onUnread }: Told): InUse {
  const { ask, kept } = useServices();
  const [table, setTable] = useState<Table<Settled>>({ kind: "empty" });
  const [turn, setTurn] = useState(0);
  const [said, setSaid] = useState("");

  function begin() {
    setTable((before) => ({ kind: "rolling", before: settledOf(before) }));
  }

  function settle(settled: Settled | Unread | null, values: Values) {
    if (settled === null) return;
    setSaid(spoken(settled));
    if (settled.kind === "unread") {
      setTable((before) => settledOf(before) ?? { kind: "empty" });
      onUnread();
      return;
    }
    setTurn((before) => before + 1);
    setTable(settled);
    if (settled.kind === "rolled") keep(settled, values);
  }

  function keep({ typed, answer }: Extract<Settled, { kind: "rolled" }>, values: Values) {
    const used = usedValues(answer.roll.variables, values);
    kept.addRoll({ at: Date.now(), expression: typed, values: used, outcome: answer.outcome, text: answer.text });
    onRolled(used);
  }

  return {
    table,
    turn,
    said,
    roll: async (typed, values, dialect) => {
      if (typed.trim() === "") return;
      begin();
      settle(await rollText(ask, typed, (names) => numbersOf(names, values), dialect), values);
    },
    choose: async (decision, values) => {
      if (table.kind !== "paused") return;
      begin();
      settle(await decide(ask, table, decision), values);
    },
  };
}

function spoken(settled: Settled | Unread): string {
  switch (settled.kind) {
    case "unread":
    case "problem":
      return settled.problem.message;
    case "paused":
      return `${settled.answer.paused.question ?? "The roll waits for you."} ${settled.answer.paused.options.join(" or ")}`;
    case "rolled": {
      const { roll, outcome, luck } = settled.answer;
      return [tellRoll(groupsOf(roll.groups), outcome), luck === null ? "" : (luckWords(luck) ?? "")].join(" ").trim();
    }
  }
}

/** The values that a roll used, as they were typed. */
function usedValues(variables: unknown, values: Values): Values {
  const names = typeof variables === "object" && variables !== null ? Object.keys(variables) : [];
  return Object.fromEntries(names.map((name) => [name, typedValue(values, name).trim()]));
}
