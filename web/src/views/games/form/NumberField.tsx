import { LITERAL } from "../../../notation/literal";
import type { FieldProps } from "./field";
import { numberIn } from "./form";
import type { Parameter } from "./parameters";

const SMALL = 20;
const WIDE = 100;

/** Where a slider helps: a short scale, or what a rule cannot do without. Beyond its end one types. */
export function scaleOf({ least, most, required }: Parameter): readonly [number, number] | null {
  if (least === null || most === null || most <= least) return null;
  if (most - least <= SMALL) return [least, most];
  return required ? [least, Math.min(most, least + WIDE)] : null;
}

/** A number, or the name of one: typed, stepped, or slid. */
export function NumberField(props: FieldProps<string>) {
  const { parameter, typed, onTyped, label } = props;
  const scale = scaleOf(parameter);
  if (scale === null) return <Stepper {...props} />;
  const number = numberIn(parameter, typed) ?? numberIn(parameter, String(parameter.default ?? "")) ?? scale[0];
  return (
    <div class="slid">
      <input
        type="range"
        min={scale[0]}
        max={scale[1]}
        value={Math.min(Math.max(number, scale[0]), scale[1])}
        aria-label={`${label}, on a scale`}
        aria-valuetext={typed === "" ? "not given" : typed}
        onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      />
      <Stepper {...props} />
    </div>
  );
}

function Stepper({ parameter, id, typed, onTyped, offered, problem, describedBy, label }: FieldProps<string>) {
  const standing = parameter.default === null ? null : String(parameter.default);

  function step(by: number) {
    const from = typed.trim() === "" ? (numberIn(parameter, standing ?? "") ?? parameter.least ?? 0) : numberIn(parameter, typed);
    if (from === null) return;
    const next = Math.min(Math.max(from + by, parameter.least ?? -Infinity), parameter.most ?? Infinity);
    onTyped(String(next));
  }

  return (
    <div class="stepper">
      <button type="button" class="step" tabIndex={-1} aria-label={`${label}: one less`} onClick={() => step(-1)}>
        −
      </button>
      <input
        {...LITERAL}
        id={id}
        class={/[a-z]{3}/i.test(typed) ? "worded" : undefined}
        type="text"
        maxLength={100}
        value={typed}
        placeholder={parameter.required ? "" : parameter.optional ? "open" : (standing ?? "")}
        list={offered.length === 0 ? undefined : `${id}-names`}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={describedBy}
        aria-required={parameter.required}
        onInput={({ currentTarget }) => onTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
          // Where names are offered, up and down choose among them.
          if (by === undefined || (offered.length > 0 && numberIn(parameter, typed) === null)) return;
          event.preventDefault();
          step(by);
        }}
      />
      <button type="button" class="step" tabIndex={-1} aria-label={`${label}: one more`} onClick={() => step(1)}>
        +
      </button>
      <Offered id={`${id}-names`} names={offered} />
    </div>
  );
}

export function Offered({ id, names }: { readonly id: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
