import { useId, useState } from "preact/hooks";

import { LITERAL } from "../../../notation/literal";
import { labelOf } from "../form/parameters";

interface MeasuredByProps {
  readonly fields: readonly string[];
  readonly value: string;
  readonly onTyped: (typed: string) => void;
}

const COMPARED = "compared";

/** What is looked at: a part of the outcome, or whether one is enough. */
export function MeasuredBy({ fields, value, onTyped }: MeasuredByProps) {
  const id = useId();
  const [own, setOwn] = useState(false);
  const compared = own || !fields.includes(value);
  return (
    <div class="field">
      <label for={id}>Measured by</label>
      <select
        id={id}
        value={compared ? COMPARED : value}
        onChange={({ currentTarget }) => {
          setOwn(currentTarget.value === COMPARED);
          if (currentTarget.value !== COMPARED) onTyped(currentTarget.value);
        }}
      >
        {fields.map((field) => (
          <option key={field} value={field}>
            {labelOf(field)}
          </option>
        ))}
        <option value={COMPARED}>a comparison …</option>
      </select>
      {compared ? (
        <>
          <input {...LITERAL} type="text" aria-label="Comparison" value={value} maxLength={200} aria-describedby={`${id}-help`} onInput={({ currentTarget }) => onTyped(currentTarget.value)} />
          <p class="help" id={`${id}-help`}>
            such as {fields.at(0) ?? "outcome"}&gt;=2, or {fields.at(0) ?? "outcome"}=hit
          </p>
        </>
      ) : null}
    </div>
  );
}
