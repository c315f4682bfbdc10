/** A game, a rule and its form as a place on the page: `#v1/games/tiers/check?stat=45&tier=Hard`. */
import { routeTo, type Route } from "../../app/route";
import { isUntouched, valueIn, type Form, type Typed } from "./form/form";
import type { Parameter } from "./form/parameters";

const LONGEST = 5_000;
const MOST = 100;

/** What differs from the defaults. `filled` says that a form is meant, even if nothing does. */
export function gameRoute(rule: string, parameters: readonly Parameter[] = [], form: Form | null = null): Route {
  const route = routeTo("games", {}, rule.split("."));
  if (form === null) return route;
  for (const parameter of parameters) {
    if (isUntouched(form, parameter)) continue;
    for (const each of textsOf(valueIn(form, parameter))) route.params.append(parameter.name, each);
  }
  if ([...route.params].length === 0 && parameters.length > 0) route.params.set("", "");
  return route;
}

function textsOf(typed: Typed): readonly string[] {
  if (typeof typed === "boolean") return [typed ? "yes" : "no"];
  if (typeof typed === "string") return [typed];
  return typed.length === 0 ? [""] : typed;
}

export interface LinkedForm {
  readonly form: Form;
  /** what the link says that this rule does not know */
  readonly unknown: readonly string[];
}

/** The form in a link; null if there is none. */
export function linkedForm({ params }: Route, parameters: readonly Parameter[]): LinkedForm | null {
  const names = [...new Set(params.keys())].slice(0, MOST);
  if (names.length === 0) return null;
  const known = parameters.filter(({ name }) => names.includes(name));
  const unknown = names.filter((name) => name !== "" && !known.some((each) => each.name === name));
  return { form: Object.fromEntries(known.map((each) => [each.name, readTyped(each, params.getAll(each.name))])), unknown };
}

function readTyped({ type, longest }: Parameter, texts: readonly string[]): Typed {
  const short = texts.map((each) => each.slice(0, LONGEST));
  if (type === "truth") return short[0] === "yes";
  if (type === "list") return short.filter((each) => each !== "").slice(0, longest);
  return short[0] ?? "";
}
