import { useEffect, useRef, useState } from "preact/hooks";

import { useServices } from "../../app/services";
import type { Values } from "../../state/shapes";
import { askEntry, NOTHING, type Told } from "./entries";
import type { Entry } from "./state";

export interface Heard extends Told {
  /** a question is under way; what is told is of the one before it */
  readonly waiting: boolean;
}

const UNHEARD: Heard = { ...NOTHING, waiting: true };
const PAUSE = 40;

interface Running {
  readonly key: string;
  readonly control: AbortController;
}

/** What the engine tells of each entry: asked anew where something changed, the newest replacing those before. */
export function useOdds(entries: readonly Entry[], values: Values): readonly Heard[] {
  const { ask } = useServices();
  const [heard, setHeard] = useState<ReadonlyMap<string, Heard>>(new Map());
  const running = useRef(new Map<string, Running>());
  const keys = entries.map((entry) => JSON.stringify([{ ...entry, name: "" }, values]));

  useEffect(() => {
    const present = new Set(entries.map(({ id }) => id));
    for (const [id, { control }] of running.current) {
      if (present.has(id)) continue;
      control.abort();
      running.current.delete(id);
    }
    entries.forEach((entry, index) => begin(entry, keys[index] as string));
  }, [ask, keys.join("\n")]);

  useEffect(
    () => () => {
      for (const { control } of running.current.values()) control.abort();
      running.current.clear();
    },
    [],
  );

  function begin(entry: Entry, key: string) {
    const before = running.current.get(entry.id);
    if (before?.key === key) return;
    before?.control.abort();
    const control = new AbortController();
    running.current.set(entry.id, { key, control });
    setTimeout(
      () => {
        if (control.signal.aborted) return;
        tell(entry.id, (known) => ({ ...known, waiting: true }));
        void askEntry(ask, entry, values, { signal: control.signal }).then((told) => {
          if (told !== null && !control.signal.aborted) tell(entry.id, () => ({ ...told, waiting: false }));
        });
      },
      before === undefined ? 0 : PAUSE,
    );
  }

  function tell(id: string, next: (known: Heard) => Heard) {
    setHeard((all) => new Map(all).set(id, next(all.get(id) ?? UNHEARD)));
  }

  return entries.map(({ id }) => heard.get(id) ?? UNHEARD);
}
