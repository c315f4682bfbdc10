import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Ticked } from "../theme/Ticked";
import { characterAt, underlined, unitAt } from "./places";

export interface Completion {
  text: string;
  about: string;
}

export interface Fault {
  message: string;
  hint?: string | null;
  /** which characters, from and to; null if it is not about a place */
  place?: readonly [number, number] | null;
}

export interface NotationFieldProps {
  label: string;
  text: string;
  /** typed, with how many characters come before the caret */
  onText: (text: string, caret: number) => void;
  onSubmit?: () => void;
  fault?: Fault | null;
  /** the text in words */
  reading?: string | null;
  options?: readonly Completion[];
  /** the characters that an option replaces, from and to */
  replaced?: readonly [number, number];
  placeholder?: string;
}

const NONE: readonly Completion[] = [];

/** Where notation is typed: its mistake drawn under the very place, its reading below, completions to choose from. */
export function NotationField(props: NotationFieldProps) {
  const { label, text, onText, onSubmit, fault = null, reading = null, options = NONE, replaced = [Infinity, Infinity], placeholder } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const under = useRef<HTMLDivElement>(null);
  const caret = useRef<number | null>(null);
  const [at, setAt] = useState(-1);
  const [shut, setShut] = useState(true);
  const open = !shut && options.length > 0;

  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function choose(option: Completion | undefined) {
    if (option === undefined) return;
    const [from, to] = [unitAt(text, replaced[0]), unitAt(text, replaced[1])];
    const next = text.slice(0, from) + option.text + text.slice(to);
    caret.current = from + option.text.length;
    setShut(true);
    setAt(-1);
    onText(next, characterAt(next, caret.current));
    input.current?.focus();
  }

  function key(event: TargetedKeyboardEvent<HTMLInputElement>) {
    const count = options.length;
    if (event.key === "Enter" && open && at >= 0) choose(options[at]);
    else if (event.key === "Enter") onSubmit?.();
    else if (event.key === "Escape" && open) setShut(true);
    else if (event.key === "ArrowDown" && count > 0) {
      setShut(false);
      setAt((at + 1) % count);
    } else if (event.key === "ArrowUp" && open) setAt((Math.max(at, 0) + count - 1) % count);
    else return;
    event.preventDefault();
  }

  return (
    <div class="field notation-field">
      <label for={id}>{label}</label>
      <div class="notation-line">
        <input
          id={id}
          ref={input}
          class="notation"
          value={text}
          placeholder={placeholder}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          aria-activedescendant={open && at >= 0 ? `${id}-${at}` : undefined}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-told`}
          onInput={(event) => {
            setShut(false);
            setAt(-1);
            const { value, selectionStart } = event.currentTarget;
            onText(value, characterAt(value, selectionStart ?? value.length));
          }}
          onKeyDown={key}
          onBlur={() => setShut(true)}
          onScroll={(event) => under.current && (under.current.scrollLeft = event.currentTarget.scrollLeft)}
        />
        <div class="notation-under" ref={under} aria-hidden="true">
          {fault?.place == null ? null : <Underlined text={text} place={fault.place} />}
        </div>
        <ul class="options" id={`${id}-options`} role="listbox" aria-label="Completions" hidden={!open}>
          {options.map((option, index) => (
            <li
              key={option.text}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <code>{option.text}</code> <span>{option.about}</span>
            </li>
          ))}
        </ul>
      </div>
      <div class="notation-told" id={`${id}-told`} aria-live="polite">
        {fault === null ? <Reading>{reading}</Reading> : <FaultText fault={fault} />}
      </div>
    </div>
  );
}

function Underlined({ text, place }: { text: string; place: readonly [number, number] }) {
  const [before, wrong, after] = underlined(text, place);
  return (
    <>
      {before}
      <span class="fault-place">{wrong}</span>
      {after}
    </>
  );
}

function Reading({ children }: { children: ComponentChildren }) {
  return children == null || children === "" ? null : <span class="reading">{children}</span>;
}

function FaultText({ fault }: { fault: Fault }) {
  return (
    <span class="fault">
      <Ticked text={fault.message} />
      {fault.hint == null ? null : <span class="hint">: <Ticked text={fault.hint} /></span>}
    </span>
  );
}
