import { useState } from "preact/hooks";

import { useServices } from "../../app/services";
import { problemOf } from "../../contract";
import { numbersOf } from "../../notation/values";
import { sentence } from "../../words";
import type { Played } from "./Chat";
import { fieldsOf, type State } from "./link";

const MOST = 20;

interface Playing {
  readonly played: readonly Played[];
  /** said aloud when something was rolled */
  readonly said: string;
  readonly roll: () => void;
  readonly click: (played: Played, place: number) => void;
}

/** Rolls a macro, and what waits in it for a click. */
export function usePlayed(state: State): Playing {
  const { ask, toasts } = useServices();
  const [played, setPlayed] = useState<readonly Played[]>([]);
  const [said, setSaid] = useState("");

  async function trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) toasts.say(sentence(problem.message));
    }
  }

  async function roll(): Promise<void> {
    const macro = await ask("macro", { ...fieldsOf(state), roll: true }, { supersedes: "macro roll" });
    if (macro.problem !== null) {
      toasts.say(sentence(macro.problem.message));
      return;
    }
    const key = (played[0]?.key ?? 0) + 1;
    setPlayed((before) => [{ key, macro, clicked: {} }, ...before].slice(0, MOST));
    setSaid(macro.rolls.flatMap(({ name, rolled }) => (rolled === null ? [] : [`${name}: ${rolled.outcome}`])).join(". "));
  }

  async function click({ key, macro }: Played, place: number): Promise<void> {
    const each = macro.rolls[place];
    if (each === undefined) return;
    const variables = numbersOf(Object.keys(state.given.values), state.given.values);
    const rolled = await ask("roll", { expression: each.expression, variables });
    setPlayed((before) => before.map((one) => (one.key === key ? { ...one, clicked: { ...one.clicked, [place]: rolled } } : one)));
    setSaid(`${each.name}: ${rolled.outcome}`);
  }

  return {
    played,
    said,
    roll: () => void trying(roll),
    click: (one, place) => void trying(() => click(one, place)),
  };
}
