/** The programs whose notation can be typed: each has a name for links and questions, and a title. */
import { useAnswer } from "../app/useAnswer";
import type { Answers } from "../contract";

export type Dialect = Answers["dialects"]["dialects"][number];

/** Our own notation, which is no dialect. */
export const OURS = "";

const OWN: Dialect = { name: "astragal", title: "Astragal" };
const LATER = 300;

/** The field of a question that says whose notation its dice are. */
export function inDialect(dialect: string): { readonly dialect?: string } {
  return dialect === OURS ? {} : { dialect };
}

/** All programs, our own first; until they are known, our own and the one that is chosen. */
export function useDialects(chosen: string): readonly Dialect[] {
  const { answer } = useAnswer("dialects", {}, { delay: LATER });
  const known = answer?.dialects ?? [OWN];
  const strange = chosen !== OURS && known.every(({ name }) => name !== chosen);
  return strange ? [...known, { name: chosen, title: chosen }] : known;
}

/** The titles of programs, in a row. */
export function titlesOf(names: readonly string[], dialects: readonly Dialect[]): string {
  return names.map((name) => dialects.find((each) => each.name === name)?.title ?? name).join(", ");
}
