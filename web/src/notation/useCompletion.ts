import { useState } from "preact/hooks";

import { useAnswer } from "../app/useAnswer";
import type { Answers } from "../contract";
import { toCharacters, toUnits } from "./places";

export type Option = Answers["complete"]["options"][number];

export interface Completion {
  readonly options: readonly Option[];
  /** the option that the keyboard is on; -1 if none */
  readonly at: number;
  /** the text was changed by typing, the cursor being there */
  typed(text: string, cursor: number): void;
  /** show what may be typed here, whether a word has begun or not */
  open(text: string, cursor: number): void;
  close(): void;
  move(step: number): void;
  /** the text with an option put in, and where the cursor is then */
  taken(option: Option): { readonly text: string; readonly cursor: number };
}

interface Asked {
  readonly text: string;
  readonly cursor: number;
  /** asked for by key: shown even where no word has begun */
  readonly wanted: boolean;
}

const PAUSE = 90;

/** `offers` false: nothing is known of what may follow. */
export function useCompletion(sheets?: readonly string[], offers = true): Completion {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [at, setAt] = useState(-1);
  const question =
    asked === null ? null : { text: asked.text, cursor: toCharacters(asked.text, asked.cursor), sheets };
  const { answer, waiting } = useAnswer("complete", question, { delay: asked?.wanted === true ? 0 : PAUSE });
  const usable = asked !== null && answer !== null && !waiting && (asked.wanted || answer.from < answer.to);
  const options = usable ? answer.options : [];

  return {
    options,
    at,
    typed: (text, cursor) => {
      setAsked(text.trim() === "" || !offers ? null : { text, cursor, wanted: false });
      setAt(-1);
    },
    open: (text, cursor) => {
      setAsked(offers ? { text, cursor, wanted: true } : null);
      setAt(-1);
    },
    close: () => {
      setAsked(null);
      setAt(-1);
    },
    move: (step) => setAt(options.length === 0 ? -1 : (Math.max(at, step > 0 ? -1 : 0) + step + options.length) % options.length),
    taken: (option) => {
      if (asked === null || answer === null) return { text: asked?.text ?? "", cursor: asked?.cursor ?? 0 };
      const before = asked.text.slice(0, toUnits(asked.text, answer.from)) + option.text;
      return { text: before + asked.text.slice(toUnits(asked.text, answer.to)), cursor: before.length };
    },
  };
}
