/** A roll as a place on the page: `#v1/roll?e=d20+%2B+%40str&v=str%3D3`; `d` is its dialect. */
import { routeTo, type Route } from "../../app/route";
import { OURS } from "../../notation/dialects";
import { isDialect, isNumberText, isValueName, type Values } from "../../state/shapes";

const LONGEST = 5_000;
const MOST_VALUES = 50;

export interface LinkedRoll {
  readonly text: string;
  /** whose notation it is; empty for ours */
  readonly dialect: string;
  readonly values: Values;
}

export function rollRoute(text: string, values: Values, view = "roll", dialect = OURS): Route {
  const route = routeTo(view, { e: text, d: dialect === OURS ? undefined : dialect });
  for (const [name, value] of Object.entries(values)) route.params.append("v", `${name}=${value}`);
  return route;
}

/** The roll that a route leads to; null if it names none. What is no value is left out. */
export function linkedRoll({ params }: Route): LinkedRoll | null {
  const text = params.get("e");
  if (text === null || text.length > LONGEST) return null;
  const pairs = params.getAll("v").slice(0, MOST_VALUES).map((each) => each.split("="));
  const values = pairs.filter(
    ([name = "", value = "", ...more]) => more.length === 0 && isValueName(name) && isNumberText(value),
  );
  const dialect = params.get("d") ?? OURS;
  return { text, dialect: isDialect(dialect) ? dialect : OURS, values: Object.fromEntries(values) as Values };
}
