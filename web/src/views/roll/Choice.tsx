import { useState } from "preact/hooks";

import { useAnswer } from "../../app/useAnswer";
import type { Answers, Paused } from "../../contract";
import { Die } from "../../dice/Die";
import { capital } from "../../words";

interface ChoiceProps {
  readonly answer: Paused;
  readonly onDecide: (decision: string) => void;
}

/** A roll that waits: what lies on the table, what is asked, and on demand what each option is worth. */
export function Choice({ answer, onDecide }: ChoiceProps) {
  const { paused, token } = answer;
  const [advised, setAdvised] = useState(false);
  const { answer: advice, problem, waiting } = useAnswer("advise", advised ? { token } : null);
  return (
    <div class="choice">
      <TableDice token={token} />
      <h2 class="choice-question">{capital(paused.question ?? paused.waits_for)}</h2>
      <div class="toolbar">
        {paused.options.map((option) => (
          <button key={option} type="button" class={advice?.best.includes(option) ? "primary" : ""} onClick={() => onDecide(option)}>
            {capital(option)}
            {advice === null ? null : <Worth advice={advice} option={option} />}
          </button>
        ))}
        {advised ? null : (
          <button type="button" class="quiet" onClick={() => setAdvised(true)}>
            What is best?
          </button>
        )}
      </div>
      <p class={waiting ? "soft waiting" : "soft"} role="status">
        {advice !== null ? bestWords(advice) : waiting ? "Working it out …" : (problem?.message ?? "")}
      </p>
    </div>
  );
}

type Advice = Answers["advise"];

function Worth({ advice, option }: { advice: Advice; option: string }) {
  const cell = advice.values.find(({ at }) => (at as { option?: unknown }).option === option);
  if (cell?.exact === undefined) return null;
  const best = advice.best.includes(option);
  return (
    <small class="worth" title={`exactly ${cell.exact}`}>
      {best ? "★ " : ""}
      {advice.kind === "chance" ? percent(cell.approx) : decimal(cell.approx)}
    </small>
  );
}

function bestWords(advice: Advice): string {
  const what = advice.kind === "chance" ? "the best chance" : "the highest total on average";
  return `For ${what}: ${advice.best.join(" or ")}.`;
}

/** The dice in sight, drawn where the text has but one kind of them. */
function TableDice({ token }: { token: Paused["token"] }) {
  const faces = facesInSight(token.waits);
  const kinds = new Set([...(token.expression ?? "").matchAll(/d(?:\d+|%|F)/g)].map(([die]) => die));
  const [die] = [...kinds];
  if (faces.length === 0) return null;
  return (
    <div class="choice-dice">
      {faces.map((face, index) => (
        <Die key={index} name={kinds.size === 1 && die !== undefined ? die : "other"} value={face} size={56} label={String(face)} />
      ))}
    </div>
  );
}

function facesInSight(waits: unknown): (string | number)[] {
  const about = typeof waits === "object" && waits !== null && "about" in waits ? waits.about : null;
  const dice = typeof about === "object" && about !== null && "dice" in about ? about.dice : null;
  if (typeof dice !== "string") return [];
  return dice.split(", ").slice(0, 60).map((face) => (/^-?\d{1,6}$/.test(face) ? Number(face) : face));
}

function decimal(value: number | null | undefined): string {
  return value == null ? "" : value.toLocaleString("en", { maximumFractionDigits: 2 });
}

function percent(value: number | null | undefined): string {
  return value == null ? "" : value.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
}
