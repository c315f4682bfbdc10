/** The odds as files: a table for spreadsheets, and everything for programs. */
import { shownApart } from "../../charts/distribution";
import { decimalText, fraction, fractionText } from "../../charts/exact";
import type { Answers, Odds } from "../../contract";
import { inSlices } from "../../slices";
import type { Subject } from "./entries";

export interface Line {
  readonly title: string;
  readonly question: Subject;
  readonly odds: Odds;
}

const HEAD = ["name", "dice", "outcome", "chance", "at most", "at least", "chance in %"];
const PLACES = 6;

/** A line for each outcome of each; chances are exact fractions, and a rounded one for charts. */
export async function csvOf(lines: readonly Line[]): Promise<string> {
  const listed = lines.flatMap((line) => shownApart(line.odds.outcomes).map((outcome) => ({ ...line, ...outcome })));
  const rows = await inSlices(listed, ({ title, odds, text, weight, at_most, at_least }) =>
    written([
      title,
      odds.expression,
      text,
      share(weight, odds),
      share(at_most, odds),
      share(at_least, odds),
      decimalText({ over: BigInt(weight) * 100n, under: BigInt(odds.denominator) }, PLACES),
    ]),
  );
  return [written(HEAD), ...rows].join("");
}

const written = (row: readonly string[]): string => `${row.map(cell).join(",")}\r\n`;

function share(weight: string | undefined, { denominator }: Odds): string {
  return weight === undefined ? "" : fractionText(fraction(BigInt(weight), BigInt(denominator)));
}

const NUMBER = /^-?\d+(?:[./]\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

/** A text as a cell; one that a spreadsheet would run is kept a text. */
function cell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function jsonOf(lines: readonly Line[], pairs: Answers["compare"]["pairs"], link: string): string {
  const odds = lines.map(({ title, question, odds: each }) => ({ name: title, question, odds: each }));
  return `${JSON.stringify({ astragal: "odds", version: 1, link, odds, pairs }, null, 1)}\n`;
}
