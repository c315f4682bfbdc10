import { useState } from "preact/hooks";

import { spaced } from "../../../words";
import { isUntouched, valueIn, type Form, type PlacedProblem, type Typed } from "./form";
import { ParameterField } from "./ParameterField";
import { folded, type Parameter } from "./parameters";

interface RuleFormProps {
  readonly rule: string;
  readonly parameters: readonly Parameter[];
  readonly form: Form;
  readonly onTyped: (name: string, typed: Typed) => void;
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (name: string, hidden: boolean) => void;
  readonly offered: readonly string[];
  readonly sheets: readonly string[];
  readonly wrong: PlacedProblem | null;
  readonly onEnter: () => void;
}

/** A form made from a rule's parameters; what is seldom said is folded away. */
export function RuleForm({ rule, parameters, form, onTyped, hidden, onHide, offered, sheets, wrong, onEnter }: RuleFormProps) {
  const [seen, more] = folded(parameters);
  const said = more.filter((each) => !isUntouched(form, each));
  const [open, setOpen] = useState(false);
  const field = (parameter: Parameter) => (
    <ParameterField
      key={`${rule} ${parameter.name}`}
      parameter={parameter}
      typed={valueIn(form, parameter)}
      onTyped={(typed) => onTyped(parameter.name, typed)}
      offered={mayBeNamed(parameter) ? offered : []}
      sheets={sheets}
      onEnter={onEnter}
      problem={wrong?.name === parameter.name ? wrong.problem : null}
      hidden={hidden.has(parameter.name)}
      onHide={(hide) => onHide(parameter.name, hide)}
    />
  );
  if (parameters.length === 0) return <p class="soft">There is nothing to say beforehand: just roll.</p>;
  return (
    <>
      <div class="game-fields">{seen.map(field)}</div>
      {more.length === 0 ? null : (
        <details class="more" open={open || more.some((each) => each.name === wrong?.name)} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            More <span class="soft">{said.length === 0 ? listed(more) : `${said.length} said`}</span>
          </summary>
          <div class="game-fields">{more.map(field)}</div>
        </details>
      )}
    </>
  );
}

/** Names on a sheet stand for numbers, and for texts such as tags or dice. */
function mayBeNamed({ type, items }: Parameter): boolean {
  return type !== "truth" && type !== "choice" && (items === null || items.type !== "truth");
}

const NAMED = 3;

function listed(parameters: readonly Parameter[]): string {
  const names = parameters.slice(0, NAMED).map(({ name }) => spaced(name));
  return parameters.length > NAMED ? `${names.join(", ")} …` : names.join(", ");
}
