/** What a parameter can be swept over, and what to begin with. */
import { coordinateOf, type Namer } from "../../../charts/grid";
import { numberIn, type Typed } from "../form/form";
import type { Parameter } from "../form/parameters";

export type AxisValues = string | readonly (number | string | boolean)[];

/** What has an order or a few values comes to mind first; dice, texts and lists can be swept over too. */
export function isPlain({ type }: Parameter): boolean {
  return type === "integer" || type === "choice" || type === "truth";
}

/** A range to begin with: all the names or words there are, or numbers around what is in the form. */
export function rangeFor(parameter: Parameter, typed: Typed): string {
  const { type, names, choices, least, most } = parameter;
  if (type === "truth") return "no, yes";
  if (type === "choice") return choices.join(", ");
  if (names.length > 0) return names.map(([name]) => name).join(", ");
  if (!isPlain(parameter)) return typeof typed === "object" ? typed.join(", ") : String(typed);
  const here = typeof typed === "string" ? (numberIn(parameter, typed) ?? 0) : 0;
  if (least !== null && most !== null && most - least <= 20) return `${least}..${most}`;
  const wide = here >= 20;
  const [from, to] = wide ? [10, 90] : [here - 5, here + 5];
  const low = Math.max(from, least ?? -Infinity);
  return `${low}..${Math.min(Math.max(to, low + 5), most ?? Infinity)}${wide ? "/5" : ""}`;
}

/** What was typed as the engine takes it; null while nothing is. */
export function axisValues(parameter: Parameter, typed: string): AxisValues | null {
  const { type } = parameter;
  const text = typed.trim();
  if (text === "") return null;
  if (text.includes("..") && type === "integer") return text;
  // Dice, texts and lists may have commas in them.
  const words = text.split(isPlain(parameter) ? "," : ";").map((each) => each.trim()).filter((each) => each !== "");
  return type === "truth" ? words.map((each) => each === "yes" || each === "true") : words;
}

/** How a value is drawn: a number that has a name is called by it. */
export function coordinateAmong(parameters: readonly Parameter[]): Namer {
  return (axis, value) => {
    const names = parameters.find(({ name }) => name === axis)?.names ?? [];
    return names.find(([, number]) => number === value)?.[0] ?? coordinateOf(value);
  };
}
