/** Which of two is better, in words. */
import { outcomeText } from "../../charts/grid";
import type { Answers } from "../../contract";

export type Pair = Answers["compare"]["pairs"][number];

const MOST_LEADS = 5;

/** Which one is never worse, or where each has the better chance to reach a number. */
export function verdictOf({ left, right, never_worse: better, leads }: Pair, titles: readonly string[]): string {
  const names: Readonly<Record<string, string>> = { left: titles[left] ?? "", right: titles[right] ?? "" };
  const other = better === "left" ? "right" : "left";
  if (better === "both") return `${names["left"]} and ${names["right"]} have the same odds.`;
  if (better === "left" || better === "right") return `${names[better]} is never worse than ${names[other]}: it reaches every number at least as often.`;
  const [first] = leads;
  if (better === null) {
    if (first === undefined) return `As far as they are listed, ${names["left"]} and ${names["right"]} have the same odds.`;
    return `${names[first.ahead]} reaches every number that is listed at least as often. Both go on without end, so that is not known of all.`;
  }
  const told = leads.slice(0, MOST_LEADS).map((lead, index) => `${names[lead.ahead]} ${reachOf(lead, index, leads.length)}`);
  const more = leads.length > MOST_LEADS ? ", and so on" : "";
  return `Neither is always better. More likely to reach a number: ${told.join(", ")}${more}.`;
}

function reachOf({ from, to }: Pair["leads"][number], index: number, count: number): string {
  if (index === 0) return `up to ${outcomeText(to)}`;
  return index === count - 1 ? `from ${outcomeText(from)} on` : `from ${outcomeText(from)} to ${outcomeText(to)}`;
}
