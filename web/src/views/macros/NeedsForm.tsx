import { useId } from "preact/hooks";

import type { Answers } from "../../contract";
import { LITERAL } from "../../notation/literal";
import type { GivenTexts } from "./link";

type Needs = Answers["macro"]["needs"];

interface NeedsFormProps {
  readonly needs: Needs;
  readonly given: GivenTexts;
  readonly onGiven: (kind: keyof GivenTexts, name: string, typed: string) => void;
}

/** A field for each question, value, table and macro that a macro asks for. */
export function NeedsForm({ needs, given, onGiven }: NeedsFormProps) {
  const { questions, values, tables, macros } = needs;
  if (questions.length + values.length + tables.length + macros.length === 0) return null;
  return (
    <fieldset class="macro-needs">
      <legend>What it asks for</legend>
      {questions.map((question) => (
        <QuestionField
          key={question.name}
          question={question}
          typed={given.answers[question.name]}
          onTyped={(typed) => onGiven("answers", question.name, typed)}
        />
      ))}
      {values.map((name) => (
        <TextField key={name} name={name} typed={given.values[name]} onTyped={(typed) => onGiven("values", name, typed)} />
      ))}
      {tables.map((name) => (
        <TextField
          key={name}
          wide
          name={`Table ${name}`}
          typed={given.tables[name]}
          hint="d6 [1..3] gold [4..6] silver"
          onTyped={(typed) => onGiven("tables", name, typed)}
        />
      ))}
      {macros.map((name) => (
        <TextField key={name} wide name={`Macro ${name}`} typed={given.macros[name]} onTyped={(typed) => onGiven("macros", name, typed)} />
      ))}
    </fieldset>
  );
}

interface QuestionFieldProps {
  readonly question: Needs["questions"][number];
  readonly typed: string | undefined;
  readonly onTyped: (typed: string) => void;
}

function QuestionField({ question: { name, default: usual, options }, typed, onTyped }: QuestionFieldProps) {
  const id = useId();
  if (options.length === 0) return <TextField name={name} typed={typed} hint={usual ?? ""} onTyped={onTyped} />;
  const known = options.some(({ label }) => label === typed);
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select id={id} value={known ? typed : (usual ?? "")} onChange={({ currentTarget }) => onTyped(currentTarget.value)}>
        {options.map(({ label }, place) => (
          <option key={place} value={label}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TextFieldProps {
  readonly name: string;
  readonly typed: string | undefined;
  readonly hint?: string;
  readonly wide?: boolean;
  readonly onTyped: (typed: string) => void;
}

function TextField({ name, typed = "", hint = "", wide = false, onTyped }: TextFieldProps) {
  const id = useId();
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={id}>{name}</label>
      <input
        {...LITERAL}
        id={id}
        value={typed}
        placeholder={hint}
        maxLength={5_000}
        onInput={({ currentTarget }) => onTyped(currentTarget.value)}
      />
    </div>
  );
}
