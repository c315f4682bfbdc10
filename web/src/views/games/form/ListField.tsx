import { useRef } from "preact/hooks";

import { LITERAL } from "../../../notation/literal";

import type { FieldProps } from "./field";
import { Offered } from "./NumberField";

/** Several entries, one field each. */
export function ListField({ parameter, id, typed, onTyped, offered, problem, describedBy, label }: FieldProps<readonly string[]>) {
  const list = useRef<HTMLUListElement>(null);
  const entry = parameter.items?.type === "integer" ? "number" : "text";

  function set(index: number, value: string) {
    onTyped(typed.map((each, at) => (at === index ? value : each)));
  }

  function add() {
    onTyped([...typed, entry === "number" ? (typed.at(-1) ?? "0") : ""]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>("li:last-child input")?.select());
  }

  function remove(index: number) {
    onTyped(typed.filter((_, at) => at !== index));
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll<HTMLInputElement>("input");
      (left?.[Math.min(index, left.length - 1)] ?? document.getElementById(id))?.focus();
    });
  }

  return (
    <div class="list-field" role="group" aria-label={label} aria-describedby={describedBy}>
      {typed.length === 0 ? null : (
        <ul class={entry === "number" ? "numbers" : ""} ref={list}>
          {typed.map((each, index) => (
            <li key={index}>
              <input
                {...LITERAL}
                class={/[a-z]{3}/i.test(each) ? "worded" : undefined}
                type="text"
                maxLength={1_000}
                value={each}
                style={{ "--typed": each.length }}
                list={offered.length === 0 ? undefined : `${id}-names`}
                aria-label={`${label}, ${index + 1}`}
                aria-invalid={problem === null ? undefined : true}
                onInput={({ currentTarget }) => set(index, currentTarget.value)}
              />
              <button type="button" class="small quiet" aria-label={`Remove ${label} ${index + 1}`} onClick={() => remove(index)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" id={id} class="small" disabled={typed.length >= parameter.longest} aria-label={`Add to ${label}`} onClick={add}>
        + Add
      </button>
      <Offered id={`${id}-names`} names={offered} />
    </div>
  );
}
