import type { Ref, TargetedEvent, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";

import type { Problem } from "../contract";
import { Coded } from "./Coded";
import { OURS } from "./dialects";
import { LITERAL } from "./literal";
import { markedAt } from "./places";
import { useCompletion, type Option } from "./useCompletion";

export interface NotationFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Enter, when no option is chosen from */
  readonly onEnter?: (() => void) | undefined;
  /** what is wrong with the text, drawn under its place */
  readonly problem?: Problem | null | undefined;
  /** the id of what describes the field: its reading, or its problem */
  readonly describedBy?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly sheets?: readonly string[] | undefined;
  /** whose notation it is; what may follow is offered in ours alone */
  readonly dialect?: string | undefined;
  readonly field?: Ref<HTMLInputElement> | undefined;
  /** a text was pasted, which may be no dice */
  readonly onPasted?: ((text: string) => void) | undefined;
  /** puts the line before or after in place of the text, where lines are kept, and returns it; null at the end */
  readonly onRecall?: ((step: 1 | -1) => string | null) | undefined;
}

const LONGEST = 5_000;

/** A field for dice: mistakes are drawn under their place, and what may follow is offered. */
export function NotationField(props: NotationFieldProps) {
  const { label, value, onText, onEnter, problem, describedBy, placeholder, sheets, dialect = OURS, field, onRecall, onPasted } = props;
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const cursor = useRef<number | null>(null);
  const completion = useCompletion(sheets, dialect === OURS);
  const { options, at } = completion;

  useEffect(() => {
    if (typeof field === "function") field(own.current);
    else if (field != null) field.current = own.current;
  }, [field]);

  useLayoutEffect(() => {
    if (cursor.current !== null) own.current?.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  });

  // To ask how far the field is scrolled, all of the page is laid out: only where there is something to underline.
  const marked = problem?.place != null && problem.text === value;
  useLayoutEffect(() => {
    if (marked) follow();
  }, [value, marked]);

  function follow() {
    if (under.current !== null && own.current !== null) under.current.scrollLeft = own.current.scrollLeft;
  }

  function typed({ currentTarget }: TargetedEvent<HTMLInputElement>) {
    onText(currentTarget.value);
    completion.typed(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length);
  }

  function take(option: Option) {
    const taken = completion.taken(option);
    cursor.current = taken.cursor;
    completion.close();
    onText(taken.text);
    own.current?.focus();
  }

  function recall(step: 1 | -1): boolean {
    const line = onRecall?.(step) ?? null;
    if (line === null) return false;
    cursor.current = line.length;
    return true;
  }

  function pressed(event: TargetedKeyboardEvent<HTMLInputElement>) {
    const { currentTarget: input } = event;
    const here = input.selectionStart ?? value.length;
    const chosen = options[at];
    if (event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (chosen === undefined) {
        completion.close();
        onEnter?.();
      } else take(chosen);
    } else if (event.key === "Tab" && chosen !== undefined && !event.shiftKey) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === "Escape" && options.length > 0) {
      event.preventDefault();
      completion.close();
    } else if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      completion.open(value, here);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (options.length > 0) completion.move(event.key === "ArrowDown" ? 1 : -1);
      else if (!recall(event.key === "ArrowUp" ? 1 : -1) && event.key === "ArrowDown") completion.open(value, here);
    }
  }

  return (
    <div class="notation-field">
      <label for={`${id}-input`}>{label}</label>
      <div class="notation-box">
        <Under text={value} problem={problem ?? null} own={under} />
        <input
          {...LITERAL}
          ref={own}
          id={`${id}-input`}
          class="notation"
          type="text"
          role="combobox"
          value={value}
          maxLength={LONGEST}
          placeholder={placeholder}
          enterkeyhint="go"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 && options[at] !== undefined ? `${id}-option-${at}` : undefined}
          aria-invalid={problem?.place == null ? undefined : true}
          aria-describedby={describedBy}
          onInput={typed}
          onKeyDown={pressed}
          onPaste={(event) => onPasted?.(event.clipboardData?.getData("text") ?? "")}
          onScroll={follow}
          onBlur={completion.close}
        />
        <ul class="options" role="listbox" id={`${id}-options`} aria-label="What may follow" hidden={options.length === 0}>
          {options.map((option, index) => (
            <Row key={option.text} id={`${id}-option-${index}`} option={option} selected={index === at} take={take} />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The same text below the field's, invisible but for the line under the mistake. */
function Under({ text, problem, own }: { text: string; problem: Problem | null; own: Ref<HTMLDivElement> }) {
  const parts = problem?.place == null || problem.text !== text ? null : markedAt(text, problem.place);
  return (
    <div class="notation-under" aria-hidden="true" ref={own}>
      {parts === null ? null : (
        <>
          {parts.before}
          <span class="fault-place">{parts.marked}</span>
          {parts.after}
        </>
      )}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly option: Option;
  readonly selected: boolean;
  readonly take: (option: Option) => void;
}

function Row({ id, option, selected, take }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={selected}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => take(option)}
    >
      <code>{option.text}</code>
      <span>
        <Coded text={option.about} />
      </span>
    </li>
  );
}
