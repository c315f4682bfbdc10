import { useId } from "preact/hooks";

import { LITERAL } from "../../../notation/literal";

interface MeasuredByProps {
  readonly fields: readonly string[];
  readonly value: string;
  readonly onTyped: (typed: string) => void;
}

/** What is looked at: a field of the outcome, or whether one is enough. */
export function MeasuredBy({ fields, value, onTyped }: MeasuredByProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Measured by</label>
      <input
        {...LITERAL}
        id={id}
        type="text"
        list={`${id}-fields`}
        value={value}
        maxLength={200}
        aria-describedby={`${id}-help`}
        onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      />
      <datalist id={`${id}-fields`}>
        {fields.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      <p class="help" id={`${id}-help`}>
        a field of the outcome, or one compared: {fields[0] ?? "outcome"}&gt;=2
      </p>
    </div>
  );
}
