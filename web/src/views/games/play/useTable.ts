import { useEffect, useRef, useState } from "preact/hooks";

import { useServices } from "../../../app/services";
import type { Rolled } from "../../../contract";
import { fallen } from "../../../dice/falling";
import { settledOf, type Table } from "../../../dice/table";
import { newId } from "../../../ids";
import { withoutCall } from "../../../words";
import { facesIn } from "./faces";
import type { Sheets } from "../sheets/useSheets";
import { goOn, reveal, start, type Settled, type Subject } from "./rolling";

export interface HeldTable {
  readonly table: Table<Settled>;
  /** changes whenever dice fall */
  readonly turn: number;
  /** dice are in the air, and nobody knows what they show */
  readonly falling: boolean;
  /** for screen readers */
  readonly said: string;
  /** what was rolled here, the newest first */
  readonly rolls: readonly Rolled[];
  /** what lies here and waits, among all that do; null if it does not */
  readonly waits: string | null;
  /** faces rolled by hand, as typed; they are used up by the next roll */
  readonly byHand: string;
  readonly setByHand: (typed: string) => void;
  readonly roll: (subject: Subject, hidden: readonly string[]) => void;
  readonly decide: (decision: string) => void;
  readonly goOn: (toTheEnd: boolean) => void;
  readonly reveal: () => void;
}

const MOST_ROLLS = 30;

/** The table of a game: what lies on it, and what can be done with that. It is cleared for another rule. */
export function useTable(rule: string, { game, party }: Pick<Sheets, "game" | "party">, picked: string | null = null): HeldTable {
  const { ask, kept, toasts } = useServices();
  const [table, setTable] = useState<Table<Settled>>({ kind: "empty" });
  const [turn, setTurn] = useState(0);
  const [inAir, setInAir] = useState(0);
  const [said, setSaid] = useState("");
  const [rolls, setRolls] = useState<readonly Rolled[]>([]);
  const [byHand, setByHand] = useState("");
  const [waits, setWaits] = useState<string | null>(null);
  const lying = useRef(rule);
  useEffect(() => {
    const found = kept.waiting.find(({ id }) => id === picked);
    // The address may change while a roll lies here; another rule has another table.
    if (found === undefined && lying.current === rule) return;
    lying.current = rule;
    setWaits(found?.id ?? null);
    setTable(found === undefined ? { kind: "empty" } : { kind: "paused", answer: found.answer, secret: found.secret });
  }, [rule, picked]);

  /** What waits is kept until it has ended, whatever becomes of the page. */
  function keepWaiting(settled: Settled, before: string | null) {
    if (settled.kind === "problem") return setWaits(null);
    if (settled.kind === "rolled") {
      if (before !== null) kept.forgetWaiting(before);
      setWaits(null);
      return;
    }
    const id = before ?? newId();
    const name = kept.waiting.find((each) => each.id === id)?.name ?? "";
    kept.keepWaiting({ id, name, rule, typed: "", answer: settled.answer, secret: settled.secret });
    setWaits(id);
  }

  async function settle(coming: Promise<Settled | null>, before: string | null) {
    setTable((before) => ({ kind: "rolling", before: settledOf(before) }));
    const settled = await coming;
    if (settled === null) return;
    setTurn((before) => before + 1);
    setTable(settled);
    keepWaiting(settled, before);
    if (settled.kind !== "problem") {
      setByHand("");
      setInAir((before) => before + 1);
      await fallen();
      setInAir((before) => before - 1);
    }
    setSaid(spoken(settled));
    if (settled.kind !== "rolled" || settled.revealed) return;
    setRolls((before) => [settled.answer, ...before].slice(0, MOST_ROLLS));
    keepChanges(settled.answer);
  }

  /** What ended or began on the sheets stays so. */
  function keepChanges({ changes = [], sheets: after = [] }: Rolled) {
    if (changes.length === 0) return;
    const before = kept.sheets;
    before
      .filter((sheet) => sheet.playing.includes(game))
      .forEach((sheet, index) => {
        const toml = after[index];
        if (toml !== undefined) kept.keepSheet({ ...sheet, toml });
      });
    toasts.say(`On the sheets: ${changes.join(", ")}.`, { text: "Undo", run: () => kept.setSheets(before) });
  }

  /** What is no face is sent as none, so that the engine says what is missing. */
  const faces = () => (byHand.trim() === "" ? null : (facesIn(byHand) ?? []));

  return {
    table,
    turn,
    falling: inAir > 0,
    said,
    rolls,
    waits,
    byHand,
    setByHand,
    roll: (subject, hidden) => void settle(start(ask, subject, hidden, faces()), null),
    decide: (decision) => {
      if (table.kind === "paused") void settle(goOn(ask, table, { decision, moments: true, sheets: party, faces: faces() }), waits);
    },
    goOn: (toTheEnd) => {
      if (table.kind === "paused") void settle(goOn(ask, table, { moments: !toTheEnd, sheets: party, faces: faces() }), waits);
    },
    reveal: () => {
      if (table.kind === "rolled" && table.secret !== null) void settle(reveal(ask, table.answer, table.secret), null);
    },
  };
}

function spoken(settled: Settled): string {
  switch (settled.kind) {
    case "problem":
      return withoutCall(settled.problem.message);
    case "paused":
      return settled.answer.paused.waits_for;
    case "rolled":
      return `${settled.answer.outcome}. ${withoutStrikes(settled.answer.dice)}`;
  }
}

/** `~6~, 1`: what is struck is said not to count. */
function withoutStrikes(dice: string): string {
  return dice.replace(/~([^~]+)~(?=[,;.]|$)/g, "$1, which does not count").replace(/~([^~]+)~/g, "$1, which does not count,");
}
