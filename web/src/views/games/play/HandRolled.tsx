import { useId } from "preact/hooks";

import { LITERAL } from "../../../notation/literal";

import { facesIn } from "./faces";

interface HandRolledProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

/** For real dice: their faces, instead of the engine's. */
export function HandRolled({ typed, onTyped }: HandRolledProps) {
  const id = useId();
  const wrong = facesIn(typed) === null;
  return (
    <details class="by-hand screen-only">
      <summary>Rolled by hand?</summary>
      <div class="field">
        <label for={id}>Faces, in the order they fell</label>
        <input
          {...LITERAL}
          id={id}
          type="text"
          inputMode="numeric"
          maxLength={1_000}
          placeholder="rolled here"
          value={typed}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={`${id}-help`}
          onInput={({ currentTarget }) => onTyped(currentTarget.value)}
        />
        <p class="help" id={`${id}-help`}>
          {wrong ? <span class="fault">Only numbers, such as 12, 4, 7.</span> : "such as 12, 4, 7; then press Roll"}
        </p>
      </div>
    </details>
  );
}
