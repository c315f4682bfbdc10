import { useRef } from "preact/hooks";
import type { TargetedKeyboardEvent } from "preact";

import { tabAfter } from "../theme/Tabs";
import { routeTo, writeRoute, type Route } from "./route";
import type { View } from "./views";

interface ChaptersProps {
  readonly views: readonly View[];
  readonly selected: string;
  /** where each view was left */
  readonly places: ReadonlyMap<string, Route>;
}

const NUMERALS = ["I", "II", "III", "IV", "V", "VI"];

/** The views as tabs that are links too: arrows move between them, and each can be opened elsewhere. */
export function Chapters({ views, selected, places }: ChaptersProps) {
  const list = useRef<HTMLDivElement>(null);

  function move(event: TargetedKeyboardEvent<HTMLDivElement>) {
    const next = tabAfter(event, views.findIndex((view) => view.name === selected), views.length);
    if (next === null) return;
    event.preventDefault();
    const tab = list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next];
    tab?.focus();
    tab?.click();
  }

  return (
    <nav aria-label="Views">
      <div class="chapters" role="tablist" aria-label="Views" ref={list} onKeyDown={move}>
        {views.map((view, index) => (
          <a
            key={view.name}
            role="tab"
            id={`tab-${view.name}`}
            href={writeRoute(places.get(view.name) ?? routeTo(view.name))}
            aria-selected={view.name === selected}
            aria-controls={`view-${view.name}`}
            tabIndex={view.name === selected ? 0 : -1}
          >
            <span class="numeral" aria-hidden="true">
              {NUMERALS[index]}
            </span>
            {view.title}
          </a>
        ))}
      </div>
    </nav>
  );
}
