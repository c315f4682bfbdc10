import type { Problem } from "../../../contract";
import type { Typed } from "./form";
import type { Parameter } from "./parameters";

/** What every kind of field is given. */
export interface FieldProps<Value extends Typed = Typed> {
  readonly parameter: Parameter;
  readonly id: string;
  readonly typed: Value;
  readonly onTyped: (typed: Value) => void;
  /** names on the sheets in play, offered where they may be typed */
  readonly offered: readonly string[];
  readonly sheets: readonly string[];
  /** Enter, where the field itself takes that key */
  readonly onEnter: () => void;
  readonly problem: Problem | null;
  /** the ids of what describes it */
  readonly describedBy: string;
  readonly label: string;
}
