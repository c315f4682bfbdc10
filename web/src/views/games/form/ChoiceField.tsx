import { truthText } from "../../../words";
import type { FieldProps } from "./field";

const MOST_SEGMENTS = 4;
const LONGEST_SEGMENTS = 44;
const OPEN = "—";

/** One of several words. */
export function ChoiceField({ parameter, id, typed, onTyped, problem, describedBy, label }: FieldProps<string>) {
  const { choices, optional } = parameter;
  const all = optional ? ["", ...choices] : choices;
  if (all.length > MOST_SEGMENTS || all.join("").length > LONGEST_SEGMENTS) {
    return (
      <select
        id={id}
        value={typed}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onTyped(currentTarget.value)}
      >
        {all.map((each) => (
          <option key={each} value={each}>
            {each === "" ? OPEN : truthText(each)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div class="segments" role="group" id={id} aria-label={label} aria-describedby={describedBy}>
      {all.map((each) => (
        <button key={each} type="button" class="small" aria-pressed={each === typed} aria-label={each === "" ? "not said" : undefined} onClick={() => onTyped(each)}>
          {each === "" ? OPEN : truthText(each)}
        </button>
      ))}
    </div>
  );
}
