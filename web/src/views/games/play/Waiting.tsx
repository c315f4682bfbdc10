import { useState } from "preact/hooks";

import { useAnswer } from "../../../app/useAnswer";
import { Brief } from "../../../charts/Brief";
import { exactly, decimalText, percentText } from "../../../charts/exact";
import type { Answers, Paused } from "../../../contract";
import { Steps } from "../../../dice/Steps";
import { capital, spaced } from "../../../words";

interface WaitingProps {
  readonly answer: Paused;
  /** what choices are made for */
  readonly aim: string;
  readonly fields: readonly string[];
  readonly onDecide: (decision: string) => void;
  readonly onGoOn: (toTheEnd: boolean) => void;
}

/** A roll that waits: for a decision, or for its next round. */
export function Waiting({ answer, aim, fields, onDecide, onGoOn }: WaitingProps) {
  const { paused } = answer;
  return (
    <div class="stack waits">
      {paused.options.length > 0 ? (
        <Choice answer={answer} aim={aim} fields={fields} onDecide={onDecide} />
      ) : (
        <div class="toolbar">
          <button type="button" class="primary" onClick={() => onGoOn(false)}>
            Go on
          </button>
          <button type="button" onClick={() => onGoOn(true)}>
            To the end
          </button>
        </div>
      )}
      <Steps steps={paused.steps} open />
    </div>
  );
}

type Advice = Answers["advise"];

function Choice({ answer, aim, fields, onDecide }: Omit<WaitingProps, "onGoOn">) {
  const { paused, token } = answer;
  const [wanted, setWanted] = useState<string | null>(null);
  const { answer: advice, problem, waiting } = useAnswer("advise", wanted === null ? null : { token, aim: wanted === "" ? null : wanted });
  return (
    <>
      <h3 class="waits-for">
        {paused.by === null ? "" : `${paused.by}: `}
        {capital(paused.question ?? paused.waits_for)}
      </h3>
      <div class="toolbar">
        {paused.options.map((option) => (
          <button key={option} type="button" class={advice?.best.includes(option) ? "primary" : ""} onClick={() => onDecide(option)}>
            {capital(option)}
            {advice === null ? null : <Worth advice={advice} option={option} />}
          </button>
        ))}
      </div>
      <div class="toolbar">
        {wanted === null ? (
          <button type="button" class="small quiet" onClick={() => setWanted(aim)}>
            What is each worth?
          </button>
        ) : (
          <label class="aim">
            Worth, for{" "}
            <select value={wanted} onChange={({ currentTarget }) => setWanted(currentTarget.value)}>
              {fields.includes(aim) || aim === "" ? null : <option value={aim}>{aim}</option>}
              {fields.map((field) => (
                <option key={field} value={field}>
                  {spaced(field)}
                </option>
              ))}
            </select>
          </label>
        )}
        <span class={waiting ? "soft waiting" : "soft"} role="status">
          {advice !== null ? `Best: ${advice.best.join(" or ")}.` : waiting ? "Working it out …" : (problem?.message ?? "")}
        </span>
      </div>
    </>
  );
}

function Worth({ advice, option }: { advice: Advice; option: string }) {
  const cell = advice.values.find(({ at }) => at["option"] === option);
  if (cell?.exact === undefined) return null;
  const worth = exactly(cell.exact);
  return (
    <small class="worth">
      {advice.best.includes(option) ? "★ " : ""}
      {advice.kind === "chance" ? percentText(worth) : decimalText(worth, 2)} <Brief of={worth} />
    </small>
  );
}
