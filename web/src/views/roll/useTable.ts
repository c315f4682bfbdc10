import { useEffect, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { endingText } from "../../dice/ending";
import { fallen } from "../../dice/falling";
import { drawnGroups } from "../../dice/drawn";
import { luckWords } from "../../dice/luck";
import { settledOf, type Table } from "../../dice/table";
import { tellRoll } from "../../dice/telling";
import { newId } from "../../ids";
import { numbersOf, typedValue } from "../../notation/values";
import type { Values } from "../../state/shapes";
import { decide, rollText, type Settled, type Unread } from "./rolling";

export interface InUse {
  readonly table: Table<Settled>;
  /** counts what has happened on the table, so that dice fall anew */
  readonly turn: number;
  /** dice are in the air, and nobody knows what they show */
  readonly falling: boolean;
  /** what a screen reader says of it */
  readonly said: string;
  readonly roll: (typed: string, values: Values, dialect?: string) => Promise<void>;
  /** shows what was rolled elsewhere; it is kept only if a character rolled it */
  readonly show: (settled: Settled, by?: string) => Promise<void>;
  readonly choose: (decision: string, values: Values) => Promise<void>;
}

interface Told {
  /** dice were thrown: the values they used */
  readonly onRolled: (used: Values) => void;
  /** the text means nothing */
  readonly onUnread: () => void;
}

/** The table: dice are rolled on it, choices made, and what has fallen is kept. */
export function useTable({ onRolled, onUnread }: Told, picked: string | null): InUse {
  const { ask, kept } = useServices();
  const [table, setTable] = useState<Table<Settled>>({ kind: "empty" });
  const [turn, setTurn] = useState(0);
  const [inAir, setInAir] = useState(0);
  const [said, setSaid] = useState("");

  const [waits, setWaits] = useState<string | null>(null);
  useEffect(() => {
    const found = kept.waiting.find(({ id }) => id === picked);
    if (found === undefined) return;
    setWaits(found.id);
    setTable({ kind: "paused", typed: found.typed, answer: found.answer });
  }, [picked]);

  /** What waits is kept until it has ended, whatever becomes of the page. */
  function keepWaiting(settled: Settled, before: string | null) {
    if (settled.kind === "rolled" && before !== null) kept.forgetWaiting(before);
    if (settled.kind !== "paused") return setWaits(null);
    const id = before ?? newId();
    const name = kept.waiting.find((each) => each.id === id)?.name ?? "";
    kept.keepWaiting({ id, name, rule: "", typed: settled.typed, answer: settled.answer, secret: null });
    setWaits(id);
  }

  function begin() {
    setTable((before) => ({ kind: "rolling", before: settledOf(before) }));
  }

  async function settle(settled: Settled | Unread | null, values: Values, before: string | null = null) {
    if (settled === null) return;
    if (settled.kind === "unread") {
      setSaid(spoken(settled));
      setTable((before) => settledOf(before) ?? { kind: "empty" });
      onUnread();
      return;
    }
    setTurn((before) => before + 1);
    setTable(settled);
    keepWaiting(settled, before);
    if (settled.kind === "rolled") {
      onRolled(usedValues(settled.answer.roll.variables, values));
      await lie();
      keep(settled, values);
    }
    setSaid(spoken(settled));
  }

  async function lie() {
    setInAir((before) => before + 1);
    await fallen();
    setInAir((before) => before - 1);
  }

  function keep({ typed, answer }: Extract<Settled, { kind: "rolled" }>, values: Values, by?: string) {
    const used = usedValues(answer.roll.variables, values);
    kept.addRoll({ at: Date.now(), expression: typed, values: used, outcome: endingText(answer), text: answer.text, ...(by === undefined ? {} : { by }) });
  }

  return {
    table,
    turn,
    falling: inAir > 0,
    said,
    roll: async (typed, values, dialect) => {
      if (typed.trim() === "") return;
      begin();
      await settle(await rollText(ask, typed, (names) => numbersOf(names, values), dialect), values);
    },
    show: async (settled, by) => {
      setTurn((before) => before + 1);
      setTable(settled);
      if (settled.kind === "rolled") {
        await lie();
        if (by !== undefined) keep(settled, {}, by);
      }
      setSaid(spoken(settled));
    },
    choose: async (decision, values) => {
      if (table.kind !== "paused") return;
      begin();
      await settle(await decide(ask, table, decision), values, waits);
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
      const { roll, luck } = settled.answer;
      return [tellRoll(drawnGroups(roll), endingText(settled.answer)), luck === null ? "" : (luckWords(luck) ?? "")].join(" ").trim();
    }
  }
}

/** The values that a roll used, as they were typed. */
function usedValues(variables: unknown, values: Values): Values {
  const names = typeof variables === "object" && variables !== null ? Object.keys(variables) : [];
  return Object.fromEntries(names.map((name) => [name, typedValue(values, name).trim()]));
}
