import type { FieldProps } from "./field";
import { numberIn } from "./form";
import { NumberField } from "./NumberField";

const MOST_CHIPS = 8;

/** A number that has names, such as a difficulty: pick a name, or give another number. */
export function NamedField(props: FieldProps<string>) {
  const { parameter, typed, onTyped, label } = props;
  const { names } = parameter;
  const number = numberIn(parameter, typed === "" ? String(parameter.optional ? "" : (parameter.default ?? "")) : typed);
  const chosen = names.find(([, each]) => each === number)?.[0] ?? "";
  return (
    <div class="named">
      {names.length > MOST_CHIPS ? (
        <select value={chosen} aria-label={`${label} by name`} onChange={({ currentTarget }) => onTyped(currentTarget.value)}>
          {chosen === "" ? <option value="">{typed === "" ? "open" : "another number"}</option> : null}
          {names.map(([name, each]) => (
            <option key={name} value={name}>
              {name} ({signed(each, names)})
            </option>
          ))}
          {parameter.optional && chosen !== "" ? <option value="">open</option> : null}
        </select>
      ) : (
        <div class="segments" role="group" aria-label={`${label} by name`}>
          {names.map(([name, each]) => (
            <button key={name} type="button" class="small" aria-pressed={name === chosen} onClick={() => onTyped(name)}>
              {name} <span class="chip-number">{signed(each, names)}</span>
            </button>
          ))}
        </div>
      )}
      <NumberField {...props} />
    </div>
  );
}

/** With its sign where some are below zero. */
function signed(number: number, names: FieldProps["parameter"]["names"]): string {
  const modifiers = names.some(([, each]) => each < 0);
  if (number < 0) return `−${-number}`;
  return modifiers && number > 0 ? `+${number}` : String(number);
}
