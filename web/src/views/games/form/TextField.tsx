import { LITERAL } from "../../../notation/literal";
import type { FieldProps } from "./field";
import { Offered } from "./NumberField";

/** A text of the form that its help describes. */
export function TextField({ parameter, id, typed, onTyped, offered, problem, describedBy }: FieldProps<string>) {
  return (
    <>
      <input
        {...LITERAL}
        id={id}
        type="text"
        maxLength={5_000}
        value={typed}
        placeholder={parameter.optional ? "none" : String(parameter.default ?? "")}
        list={offered.length === 0 ? undefined : `${id}-names`}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={describedBy}
        aria-required={parameter.required}
        onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      />
      <Offered id={`${id}-names`} names={offered} />
    </>
  );
}
