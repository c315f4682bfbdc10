import type { Values } from "../state/shapes";
import { LITERAL } from "./literal";
import { numberOf, typedValue } from "./values";

interface ValueFieldsProps {
  /** the names that the text uses */
  readonly names: readonly string[];
  readonly values: Values;
  readonly onValue: (name: string, value: string) => void;
  readonly onEnter?: (() => void) | undefined;
}

/** A field for each `@name` of the text, right where it is used. */
export function ValueFields({ names, values, onValue, onEnter }: ValueFieldsProps) {
  if (names.length === 0) return null;
  return (
    <div class="values" role="group" aria-label="Values">
      {names.map((name) => {
        const typed = typedValue(values, name);
        return (
          <label key={name} class="value">
            <code>@{name}</code>
            <input
              {...LITERAL}
              type="text"
              inputMode="numeric"
              maxLength={40}
              value={typed}
              aria-invalid={numberOf(typed) === null ? true : undefined}
              onInput={({ currentTarget }) => onValue(name, currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter") onEnter?.();
                const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
                const number = numberOf(typed);
                if (step === undefined || typeof number !== "number") return;
                event.preventDefault();
                onValue(name, String(number + step));
              }}
            />
          </label>
        );
      })}
    </div>
  );
}
