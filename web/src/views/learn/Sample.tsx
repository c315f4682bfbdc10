import { useState } from "preact/hooks";

import { writeRoute } from "../../app/route";
import { useServices } from "../../app/services";
import { problemOf, type Answers, type Rolled } from "../../contract";
import { groupsOf } from "../../dice/groups";
import { natural } from "../../dice/record";
import { RolledDieDrawing } from "../../dice/Roll";
import { Coded } from "../../notation/Coded";
import { rollRoute } from "../roll/link";

export type Example = Answers["notation"]["chapters"][number]["examples"][number];

const DRAWN = 24;

/** A row of the notation that can be rolled where it stands. */
export function Sample({ example }: { readonly example: Example }) {
  const { ask } = useServices();
  const [rolled, setRolled] = useState<Rolled | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { text, meaning, faces, result, variables, decisions } = example;

  async function roll() {
    try {
      const aim = decisions.length > 0 ? "outcome" : undefined;
      setRolled(await ask("roll", { expression: text, variables, aim }, { supersedes: `sample ${text}` }));
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error)?.message ?? null);
    }
  }

  const values = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
  return (
    <li class="sample">
      <div class="sample-text">
        <button type="button" class="sample-roll" onClick={() => void roll()} title="Roll it here">
          <code>{text}</code>
        </button>
      </div>
      <div class="sample-about">
        <p>
          <Coded text={meaning} />
        </p>
        <p class="sample-known">
          {faces.length === 0 ? "" : `${faces.join(", ")}${decisions.length > 0 ? `; ${decisions.join(", ")}` : ""} → `}
          <span class="number">{result}</span>
        </p>
        <div class="sample-live" role="status">
          {problem !== null ? <span class="fault">{problem}</span> : rolled === null ? null : <Live rolled={rolled} />}
        </div>
      </div>
      <div class="sample-links">
        <a href={writeRoute(rollRoute(text, values))} aria-label={`Open ${text} in Roll`}>
          Roll
        </a>
        <a href={writeRoute(rollRoute(text, values, "odds"))} aria-label={`Open ${text} in Odds`}>
          Odds
        </a>
      </div>
    </li>
  );
}

function Live({ rolled }: { rolled: Rolled }) {
  const dice = groupsOf(rolled.roll.groups).flatMap((group) => group.dice);
  return (
    <>
      {dice.slice(0, DRAWN).map((die, index) => (
        <RolledDieDrawing key={index} die={die} critical={natural(die)} size={30} />
      ))}
      {dice.length > DRAWN ? <span class="soft">and {dice.length - DRAWN} more</span> : null}
      <span class="visually-hidden">{rolled.dice}</span>
      <strong class="sample-outcome">
        {dice.length > 0 ? "= " : ""}
        {rolled.outcome}
      </strong>
    </>
  );
}
