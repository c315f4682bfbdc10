/** How a roll ended, as people want to know it. */
import type { Rolled } from "../contract";

export interface Ending {
  /** what is largest: a total, or words */
  readonly text: string;
  /** what that means: “missed 15” */
  readonly note?: string;
}

/** The total, and whether it was enough, of dice that were compared with a number; else the outcome. */
export function endingOf({ outcome, compared }: Rolled): Ending {
  return compared === undefined ? { text: outcome } : { text: compared.total, note: compared.words };
}

export function endingText(answer: Rolled): string {
  const { text, note } = endingOf(answer);
  return note === undefined ? text : `${text}, ${note}`;
}
