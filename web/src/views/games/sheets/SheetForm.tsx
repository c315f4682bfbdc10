import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

import type { Answers } from "../../../contract";
import { LITERAL } from "../../../notation/literal";
import { sectionsOf, withSection, type Draft, type DraftCircumstance, type DraftRoll, type Pair } from "./draft";

interface SheetFormProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly games: Answers["games"]["games"];
}

/** Every part of a sheet in fields. */
export function SheetForm({ draft, onDraft, games }: SheetFormProps) {
  const id = useId();
  return (
    <>
      <div class="field sheet-name">
        <label for={id}>Name</label>
        <input {...LITERAL} id={id} type="text" value={draft.name} maxLength={80} onInput={({ currentTarget }) => onDraft({ ...draft, name: currentTarget.value })} />
      </div>
      <fieldset class="stack">
        <legend>Values and dice</legend>
        {sectionsOf(draft.values).map(({ title, values }, at) => (
          <div key={at} class="stack" role={title === "" ? undefined : "group"} aria-label={title === "" ? undefined : title}>
            {title === "" ? null : <h3 class="sheet-heading">{title}</h3>}
            <Pairs
              what="value"
              pairs={values}
              onPairs={(pairs) => onDraft({ ...draft, values: withSection(draft.values, at, pairs) })}
              names={["Stealth", "Sword"]}
              values={["2", "1d8+2"]}
            />
          </div>
        ))}
      </fieldset>
      <fieldset class="stack">
        <legend>Circumstances</legend>
        <Several
          what="circumstance"
          each={draft.circumstances}
          fresh={{ name: "", gives: [{ name: "", value: "1" }], on: "", lasts: "", begins_when: "" }}
          onEach={(circumstances) => onDraft({ ...draft, circumstances })}
          draw={(circumstance, change) => <CircumstanceFields circumstance={circumstance} change={change} />}
        />
      </fieldset>
      <fieldset class="stack">
        <legend>Saved rolls</legend>
        <Several
          what="roll"
          each={draft.rolls}
          fresh={{ name: "", rule: games[0]?.rules[0]?.name ?? "", parameters: [{ name: "", value: "" }] }}
          onEach={(rolls) => onDraft({ ...draft, rolls })}
          draw={(roll, change) => <RollFields roll={roll} change={change} games={games} />}
        />
      </fieldset>
    </>
  );
}

interface SeveralProps<Part> {
  readonly what: string;
  readonly each: readonly Part[];
  readonly fresh: Part;
  readonly onEach: (each: readonly Part[]) => void;
  readonly draw: (part: Part, change: (part: Part) => void) => ComponentChildren;
}

/** Parts that can be added and removed. */
function Several<Part extends { readonly name: string }>({ what, each, fresh, onEach, draw }: SeveralProps<Part>) {
  return (
    <>
      {each.map((part, index) => (
        <div key={index} class="sheet-part" role="group" aria-label={part.name === "" ? `A new ${what}` : part.name}>
          {draw(part, (changed) => onEach(each.map((old, at) => (at === index ? changed : old))))}
          <button type="button" class="small quiet" aria-label={`Remove ${part.name === "" ? `this ${what}` : part.name}`} onClick={() => onEach(each.filter((_, at) => at !== index))}>
            Remove
          </button>
        </div>
      ))}
      <div>
        <button type="button" class="small" onClick={() => onEach([...each, fresh])}>
          + Add a {what}
        </button>
      </div>
    </>
  );
}

function CircumstanceFields({ circumstance, change }: { circumstance: DraftCircumstance; change: (each: DraftCircumstance) => void }) {
  const set = (part: Partial<DraftCircumstance>) => change({ ...circumstance, ...part });
  return (
    <>
      <div class="sheet-fields">
        <Text label="Name" value={circumstance.name} placeholder="the dark" onText={(name) => set({ name })} />
        <Text label="On" value={circumstance.on} placeholder="every roll" onText={(on) => set({ on })} />
        <Text label="Lasts" value={circumstance.lasts} placeholder="until it ends" onText={(lasts) => set({ lasts })} />
        <Text label="Begins when" value={circumstance.begins_when} placeholder="it has begun" onText={(begins_when) => set({ begins_when })} />
      </div>
      <Pairs what="effect" pairs={circumstance.gives} onPairs={(gives) => set({ gives })} names={["disadvantages", "modifier"]} values={["1", "-2"]} />
    </>
  );
}

function RollFields({ roll, change, games }: { roll: DraftRoll; change: (roll: DraftRoll) => void; games: SheetFormProps["games"] }) {
  const id = useId();
  const set = (part: Partial<DraftRoll>) => change({ ...roll, ...part });
  const known = games.some(({ rules }) => rules.some(({ name }) => name === roll.rule));
  return (
    <>
      <div class="sheet-fields">
        <Text label="Name" value={roll.name} placeholder="Magic Missile" onText={(name) => set({ name })} />
        <div class="field">
          <label for={id}>Rule</label>
          <select id={id} value={roll.rule} onChange={({ currentTarget }) => set({ rule: currentTarget.value })}>
            {known ? null : <option value={roll.rule}>{roll.rule}</option>}
            {games.map((game) => (
              <optgroup key={game.name} label={game.name}>
                {game.rules.map(({ name }) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
      </div>
      <Pairs what="parameter" pairs={roll.parameters} onPairs={(parameters) => set({ parameters })} names={["modifier", "advantages"]} values={["Arcana", "1"]} />
    </>
  );
}

interface PairsProps {
  readonly what: string;
  readonly pairs: readonly Pair[];
  readonly onPairs: (pairs: readonly Pair[]) => void;
  /** shown in empty fields */
  readonly names: readonly string[];
  readonly values: readonly string[];
}

function Pairs({ what, pairs, onPairs, names, values }: PairsProps) {
  const set = (index: number, part: Partial<Pair>) => onPairs(pairs.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <div class="pairs">
      {pairs.map(({ name, value }, index) => (
        <div key={index} class="pair">
          <input
            {...LITERAL}
            type="text"
            value={name}
            maxLength={80}
            placeholder={names[index % names.length]}
            aria-label={`Name of ${what} ${index + 1}`}
            onInput={({ currentTarget }) => set(index, { name: currentTarget.value })}
          />
          <input
            {...LITERAL}
            type="text"
            value={value}
            maxLength={5_000}
            placeholder={values[index % values.length]}
            aria-label={name === "" ? `Value of ${what} ${index + 1}` : `Value of ${name}`}
            onInput={({ currentTarget }) => set(index, { value: currentTarget.value })}
          />
          <button type="button" class="small quiet" aria-label={`Remove ${name === "" ? `${what} ${index + 1}` : name}`} onClick={() => onPairs(pairs.filter((_, at) => at !== index))}>
            ×
          </button>
        </div>
      ))}
      <button type="button" class="small quiet" onClick={() => onPairs([...pairs, { name: "", value: "" }])}>
        + Add {what === "effect" ? "an effect" : `a ${what}`}
      </button>
    </div>
  );
}

function Text({ label, value, placeholder, onText }: { label: string; value: string; placeholder: string; onText: (text: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input {...LITERAL} id={id} type="text" value={value} placeholder={placeholder} maxLength={1_000} onInput={({ currentTarget }) => onText(currentTarget.value)} />
    </div>
  );
}
