import { useId } from "preact/hooks";

import type { Problem } from "../../../contract";
import { Coded } from "../../../notation/Coded";
import { NotationField } from "../../../notation/NotationField";
import { Suggestions } from "../../../notation/ProblemText";
import { meant } from "../../../words";
import { ChoiceField } from "./ChoiceField";
import type { FieldProps } from "./field";
import type { Typed } from "./form";
import { ListField } from "./ListField";
import { NamedField } from "./NamedField";
import { NumberField } from "./NumberField";
import { labelOf, type Parameter } from "./parameters";
import { TextField } from "./TextField";

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly typed: Typed;
  readonly onTyped: (typed: Typed) => void;
  readonly offered: readonly string[];
  readonly sheets: readonly string[];
  readonly onEnter: () => void;
  readonly problem: Problem | null;
  readonly hidden: boolean;
  readonly onHide: (hidden: boolean) => void;
}

/** One parameter of a rule: its name, the field that suits it, its help, and what is wrong with it. */
export function ParameterField(props: ParameterFieldProps) {
  const { parameter, typed, hidden, onHide } = props;
  const id = useId();
  const label = labelOf(parameter.name);
  const problem = hidden ? null : props.problem;
  const kind = hidden ? null : kindOf(parameter);
  const fieldProps = { ...props, id, label, problem, describedBy: `${id}-help` };
  return (
    <div class={["field game-field", ...roomOf(parameter)].join(" ")} data-parameter={parameter.name}>
      <div class="field-head">
        {kind === "truth" || kind === "notation" ? null : labelled(kind) ? <label for={id}>{label}</label> : <span class="label">{label}</span>}
        {parameter.hideable ? (
          <button type="button" class="small quiet hide" aria-pressed={hidden} onClick={() => onHide(!hidden)} aria-label={`Hide ${label} from the players`}>
            Hide
          </button>
        ) : null}
      </div>
      {kind === null ? (
        <p class="kept-secret">Settled, and kept from the players.</p>
      ) : kind === "truth" ? (
        <label class="check">
          <input type="checkbox" checked={typed === true} aria-describedby={`${id}-help`} onChange={({ currentTarget }) => props.onTyped(currentTarget.checked)} />
          {label}
        </label>
      ) : (
        <Control kind={kind} {...fieldProps} />
      )}
      <p class="help" id={`${id}-help`}>
        {problem === null ? (
          <Coded text={helpOf(parameter)} />
        ) : (
          <span class="fault">
            <Coded text={problem.message} />
            {problem.hint === null ? null : <Coded text={` (${problem.hint})`} />}
          </span>
        )}
      </p>
      {problem === null || typeof typed !== "string" || meant(problem.hint).length === 0 ? null : <Suggestions texts={meant(problem.hint)} onText={props.onTyped} />}
    </div>
  );
}

type Kind = "truth" | "choice" | "named" | "number" | "list" | "notation" | "text";

function kindOf({ type, names }: Parameter): Kind {
  if (type === "truth" || type === "choice" || type === "list") return type;
  if (type.includes("notation")) return "notation";
  if (type === "integer") return names.length > 0 ? "named" : "number";
  return "text";
}

/** Which kinds of field have one element that a label can be for. */
function labelled(kind: Kind | null): boolean {
  return kind === "number" || kind === "named" || kind === "text";
}

/** `broad` fields take the whole row, `wordy` ones do so on a phone. */
function roomOf(parameter: Parameter): readonly string[] {
  const kind = kindOf(parameter);
  const wordy = kind === "choice" || kind === "text" || kind === "notation" || kind === "list" ? ["wordy"] : [];
  const long = kind === "text" && String(parameter.default ?? "").length > 12;
  const broad = long || kind === "named" || (parameter.required && kind !== "choice");
  return broad ? [...wordy, "broad"] : wordy;
}

function Control({ kind, ...props }: FieldProps & { readonly kind: Kind }) {
  const { typed } = props;
  if (kind === "list") return <ListField {...props} typed={typeof typed === "object" ? typed : []} />;
  const one = { ...props, typed: typeof typed === "string" ? typed : "" };
  switch (kind) {
    case "choice":
      return <ChoiceField {...one} />;
    case "named":
      return <NamedField {...one} />;
    case "number":
      return <NumberField {...one} />;
    case "notation":
      return (
        <NotationField
          label={props.label}
          value={one.typed}
          onText={props.onTyped}
          onEnter={props.onEnter}
          problem={props.problem}
          describedBy={props.describedBy}
          placeholder={props.parameter.optional ? "none" : String(props.parameter.default ?? "")}
          sheets={props.sheets}
        />
      );
    default:
      return <TextField {...one} />;
  }
}

/** What the label does not say already. */
function helpOf({ name, help: told, format, items, type }: Parameter): string {
  const help = told === labelOf(name) ? "" : told;
  const form = format !== "" ? format : (items?.format ?? "");
  if (form === "" || type === "choice") return help;
  return help === "" ? form : `${help}: ${form}`;
}
