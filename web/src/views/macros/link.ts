/** A macro as a place on the page: `#v1/macros?d=roll20&t=%5B%5B1d20%5D%5D&a=Bonus%3D2&v=str%3D3`. */
import { routeTo, writeRoute, type Route } from "../../app/route";
import { isDialect } from "../../state/shapes";

/** Texts by name, as typed. */
export type Texts = Readonly<Record<string, string>>;

/** What is given with a macro: each kind as the service calls it. */
export interface GivenTexts {
  readonly answers: Texts;
  readonly values: Texts;
  readonly tables: Texts;
  readonly macros: Texts;
}

export interface State {
  /** whose macro it is */
  readonly dialect: string;
  readonly text: string;
  readonly given: GivenTexts;
}

export const NOTHING: GivenTexts = { answers: {}, values: {}, tables: {}, macros: {} };

const KEYS = { answers: "a", values: "v", tables: "b", macros: "m" } as const;
export const KINDS = Object.keys(KEYS) as readonly (keyof GivenTexts)[];
const LONGEST = 20_000;
const MOST = 100;

/** Where a state is found; null if it is too long for an address. */
export function linkOf({ dialect, text, given }: State): Route | null {
  const route = routeTo("macros", { d: dialect, t: text });
  for (const kind of KINDS) {
    for (const [name, typed] of Object.entries(filled(given[kind]))) route.params.append(KEYS[kind], `${name}=${typed}`);
  }
  return writeRoute(route).length > LONGEST ? null : route;
}

/** Where a text that is no formula can be opened as a macro; null if that does not help. */
export function asMacro(problem: { readonly code: string }, dialect: string, text: string): string | null {
  const link = problem.code === "not-a-formula" || problem.code === "no-such-table" ? linkOf({ dialect, text, given: NOTHING }) : null;
  return link === null ? null : writeRoute(link);
}

/** How a macro without rolls could have some. */
export function withoutRolls(dialect: string): string {
  return `Nothing is rolled in this macro. Dice stand behind \`${dialect === "avrae" ? "!r" : "/r"}\`, or in \`[[…]]\`.`;
}

/** The state that a route leads to; null if it names no macro. */
export function readLink({ params }: Route): State | null {
  const [text, dialect] = [params.get("t"), params.get("d")];
  if (text === null || dialect === null || !isDialect(dialect)) return null;
  const given = Object.fromEntries(KINDS.map((kind) => [kind, textsOf(params.getAll(KEYS[kind]))]));
  return { dialect, text, given: given as unknown as GivenTexts };
}

function textsOf(pairs: readonly string[]): Texts {
  const found = pairs.slice(0, MOST).map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const);
  return Object.fromEntries(found.filter(([name]) => name !== ""));
}

/** Those that hold something: an empty field means that nothing is given. */
export function filled(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([, typed]) => typed.trim() !== ""));
}

/** The fields of the question about a macro. */
export function fieldsOf({ dialect, text, given }: State): { readonly dialect: string; readonly text: string } & GivenTexts {
  const { answers, values, tables, macros } = given;
  return { dialect, text, answers: filled(answers), values: filled(values), tables: filled(tables), macros: filled(macros) };
}
