import { useId, useState } from "preact/hooks";

import { useAnswer } from "../../../app/useAnswer";
import type { Paused } from "../../../contract";
import { Steps } from "../../../dice/Steps";
import { LITERAL } from "../../../notation/literal";
import { capital, spaced } from "../../../words";
import { Everywhere } from "./Everywhere";
import { Prospects } from "./Prospects";
import { Worth } from "./Worth";

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

function Choice({ answer, aim, fields, onDecide }: Omit<WaitingProps, "onGoOn">) {
  const { paused, token } = answer;
  const id = useId();
  const [wanted, setWanted] = useState<string | null>(null);
  const [more, setMore] = useState<"" | "odds" | "plan">("");
  const asked = wanted === null ? null : { token, aim: wanted === "" ? null : wanted, odds: more === "odds" };
  const { answer: advice, problem, waiting } = useAnswer("advise", asked);
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
            <input
              list={`${id}-fields`}
              value={wanted}
              {...LITERAL}
              onChange={({ currentTarget }) => setWanted(currentTarget.value.trim())}
            />
            <datalist id={`${id}-fields`}>
              {[...new Set([aim, ...fields])].map((field) => (
                <option key={field} value={field}>
                  {spaced(field)}
                </option>
              ))}
            </datalist>
          </label>
        )}
        <span class={waiting ? "soft waiting" : "soft"} role="status">
          {advice !== null ? `Best: ${advice.best.join(" or ")}.` : waiting ? "Working it out …" : (problem?.message ?? "")}
        </span>
        {wanted === null ? null : (
          <>
            <button type="button" class="small quiet" aria-pressed={more === "odds"} onClick={() => setMore(more === "odds" ? "" : "odds")}>
              The odds behind each
            </button>
            <button type="button" class="small quiet" aria-pressed={more === "plan"} onClick={() => setMore(more === "plan" ? "" : "plan")}>
              What is best everywhere?
            </button>
          </>
        )}
      </div>
      {more === "odds" && advice?.odds !== undefined ? <Prospects advice={advice} /> : null}
      {more === "plan" && wanted !== null ? <Everywhere token={token} aim={wanted} /> : null}
    </>
  );
}
