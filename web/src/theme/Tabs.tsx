import { useId, useRef } from "preact/hooks";
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";

export interface Tab {
  name: string;
  title: ComponentChildren;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (name: string) => void;
  children: ComponentChildren;
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The tab that a key leads to, from the one at a place; null if it leads nowhere. */
export function tabAfter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, at: number, count: number): number | null {
  return altKey || ctrlKey || metaKey ? null : (STEPS[key]?.(at, count) ?? null);
}

/** Tabs over one panel; arrows, Home and End move between them. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: TargetedKeyboardEvent<HTMLDivElement>) {
    const next = tabAfter(event, tabs.findIndex((tab) => tab.name === selected), tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || tab === undefined) return;
    event.preventDefault();
    onSelect(tab.name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
