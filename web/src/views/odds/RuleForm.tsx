import { useId } from "preact/hooks";

import type { Parameter } from "../../contract";
import { LITERAL } from "../../notation/literal";
import { capital, ruleTitle, spaced, truthText } from "../../words";
import { findRule, firstField, firstParameters, type GameInfo, type RuleInfo } from "./rules";
import type { RuleEntry } from "./state";

interface RuleFormProps {
  readonly entry: RuleEntry;
  readonly games: readonly GameInfo[];
  readonly onEntry: (entry: RuleEntry) => void;
}

/** A rule, what it is given, and which part of its outcome is looked at. */
export function RuleForm({ entry, games, onEntry }: RuleFormProps) {
  const id = useId();
  const info = findRule(games, entry.rule);
  const shown = info?.parameters.filter((each) => isShown(each, entry)) ?? [];
  const hidden = info?.parameters.filter((each) => !isShown(each, entry)) ?? [];

  function set(name: string, typed: string) {
    onEntry({ ...entry, parameters: { ...entry.parameters, [name]: typed } });
  }

  function choose(name: string) {
    const rule = findRule(games, name);
    if (rule === null) return;
    onEntry({ ...entry, rule: name, parameters: firstParameters(rule), of: firstField(rule), aim: "" });
  }

  return (
    <div class="rule-form">
      <div class="field">
        <label for={`${id}-rule`}>Rule</label>
        <select id={`${id}-rule`} value={entry.rule} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {info === null ? <option value={entry.rule}>{ruleTitle(entry.rule)}</option> : null}
          {games.map(({ name, rules }) => (
            <optgroup key={name} label={capital(name)}>
              {rules.map((rule) => (
                <option key={rule.name} value={rule.name}>
                  {ruleTitle(rule.name)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {shown.map((each) => (
        <ParameterField key={each.name} parameter={each} typed={entry.parameters[each.name] ?? ""} onTyped={(typed) => set(each.name, typed)} />
      ))}
      {info === null || info.fields.length === 0 ? null : <FieldSelect entry={entry} info={info} onEntry={onEntry} />}
      {hidden.length === 0 ? null : (
        <div class="field">
          <label for={`${id}-more`}>More</label>
          <select id={`${id}-more`} value="" onChange={({ currentTarget }) => set(currentTarget.value, usual(info, currentTarget.value))}>
            <option value="">add …</option>
            {hidden.map(({ name }) => (
              <option key={name} value={name}>
                {spaced(name)}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

function isShown({ name, required }: Parameter, { parameters }: RuleEntry): boolean {
  return required || Object.hasOwn(parameters, name);
}

function usual(info: RuleInfo | null, name: string): string {
  const value = info?.parameters.find((each) => each.name === name)?.default;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

interface FieldSelectProps {
  readonly entry: RuleEntry;
  readonly info: RuleInfo;
  readonly onEntry: (entry: RuleEntry) => void;
}

function FieldSelect({ entry, info, onEntry }: FieldSelectProps) {
  const id = useId();
  const known = entry.of === "" || info.fields.includes(entry.of);
  return (
    <div class="field">
      <label for={id}>Looked at</label>
      <select id={id} value={entry.of} onChange={({ currentTarget }) => onEntry({ ...entry, of: currentTarget.value })}>
        {info.fields.map((field) => (
          <option key={field} value={field}>
            {spaced(field)}
          </option>
        ))}
        {known ? null : <option value={entry.of}>{entry.of}</option>}
        <option value="">everything</option>
      </select>
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

function ParameterField({ parameter: { name, type, choices, names, help }, typed, onTyped }: ParameterFieldProps) {
  const id = useId();
  const options = choices ?? (type === "truth" ? ["false", "true"] : null);
  return (
    <div class="field" title={help}>
      <label for={id}>{spaced(name)}</label>
      {options === null ? (
        <>
          <input
            {...LITERAL}
            id={id}
            value={typed}
            maxLength={5_000}
            inputMode={type === "integer" && names === undefined ? "numeric" : undefined}
            list={names === undefined ? undefined : `${id}-names`}
            onInput={({ currentTarget }) => onTyped(currentTarget.value)}
          />
          {names === undefined ? null : (
            <datalist id={`${id}-names`}>
              {Object.keys(names).map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      ) : (
        <select id={id} value={typed} onChange={({ currentTarget }) => onTyped(currentTarget.value)}>
          {options.includes(typed) ? null : <option value={typed}>{typed === "" ? "as usual" : truthText(typed)}</option>}
          {options.map((each) => (
            <option key={each} value={each}>
              {truthText(each)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
