/** The headline of odds, by the fields of the outcome that it tells. */
import { shownApart } from "../../../charts/distribution";
import { decimalText, exactly, percentText } from "../../../charts/exact";
import type { Grid, Odds } from "../../../contract";

export interface Part {
  readonly text: string;
  readonly exact: string;
  /** of a number */
  readonly number?: number;
}

export type Told =
  /** a field that is true or false, and the chance that it is true */
  | { readonly kind: "chance"; readonly field: string; readonly name: string; readonly exact: string }
  /** a field with several values */
  | { readonly kind: "parts"; readonly field: string; readonly parts: readonly Part[] };

/** What to tell at a glance; null if only a chart or numbers can. */
export function toldOf(odds: Odds): readonly Told[] | null {
  if (odds.headline !== null) return fieldsOf(odds.headline);
  const outcomes = shownApart(odds.outcomes);
  if (odds.mean !== null || outcomes.length > FEW) return null;
  const parts = outcomes.map(({ text, weight }) => ({ text, exact: `${weight}/${odds.denominator}` }));
  return [{ kind: "parts", field: "", parts }];
}

/** What players ask first: the first field of the headline that is true or false. */
export function aimOf(odds: Odds | null, fields: readonly string[]): string {
  const told = odds === null ? null : toldOf(odds);
  const first = told?.find((each) => each.kind === "chance")?.field;
  return first !== undefined && fields.includes(first) ? first : fields.includes("passes") ? "passes" : "";
}

/** The odds in a few words: what is asked first, or the average; null if neither says anything. */
export function briefOf(odds: Odds | null): { readonly figure: string; readonly words: string } | null {
  if (odds === null) return null;
  const first = toldOf(odds)?.find((each) => each.kind === "chance");
  if (first !== undefined) return { figure: percentText(exactly(first.exact), 1), words: chanceWords(first.name) };
  return odds.mean === null ? null : { figure: decimalText(exactly(odds.mean.exact), 2), words: "on average" };
}

const PLAYERS_WORDS: Readonly<Record<string, string>> = { passes: "to pass", wins: "to win", hits: "to hit" };

/** What stands beside the chance of a field: `75 % to pass`. */
export function chanceWords(name: string): string {
  return PLAYERS_WORDS[name] ?? name;
}

const FEW = 12;

function fieldsOf(headline: Grid): readonly Told[] {
  const told: Told[] = [];
  const parts = new Map<string, Part[]>();
  for (const { at, exact, field, value } of headline.values) {
    const text = String(Object.values(at)[0] ?? "");
    if (exact === undefined || field === undefined) continue;
    if (value === true) {
      told.push({ kind: "chance", field, name: text, exact });
      continue;
    }
    const known = parts.get(field);
    const part = typeof value === "number" ? { text, exact, number: value } : { text, exact };
    if (known !== undefined) known.push(part);
    else {
      const begun = [part];
      parts.set(field, begun);
      told.push({ kind: "parts", field, parts: begun });
    }
  }
  return told.filter((each) => each.kind === "chance" || !repeats(each.parts, told));
}

/** Two values, one of which is told already: `passes` says all that `passed` does. */
function repeats(parts: readonly Part[], told: readonly Told[]): boolean {
  return parts.length === 2 && parts.some(({ exact }) => told.some((each) => each.kind === "chance" && each.exact === exact));
}
