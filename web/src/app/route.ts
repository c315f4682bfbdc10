/**
 * Where one is on the page, as the fragment of its address: `#v1/roll?e=4d6kh3`.
 *
 * A fragment is input like any other: it is checked, and what is not understood is said, not guessed.
 */

const ROUTE_VERSION = 1;
const LONGEST = 20_000;
const FORM = /^#v(\d{1,4})\/([a-z]{1,20})((?:\/[^/?#]{1,100}){0,4})(?:\?(.*))?$/s;

export interface Route {
  /** the name of a view */
  readonly view: string;
  /** what comes after it, such as a game and a rule */
  readonly path: readonly string[];
  readonly params: URLSearchParams;
}

export type ReadRoute = { readonly route: Route } | { readonly fault: string } | null;

/** The route of a fragment; null if it is empty, a fault in words if it is not one. */
export function readRoute(fragment: string, views: readonly string[]): ReadRoute {
  if (fragment === "" || fragment === "#") return null;
  if (fragment.length > LONGEST) return { fault: "This link is too long to be one of this page's." };
  const found = FORM.exec(fragment);
  if (found === null) return { fault: "This link leads nowhere on this page." };
  const [, version = "", view = "", path = "", query = ""] = found;
  if (Number(version) !== ROUTE_VERSION) {
    return { fault: `This link is of version ${version}; this page knows version ${ROUTE_VERSION}.` };
  }
  if (!views.includes(view)) return { fault: `There is no view “${view}” on this page.` };
  try {
    const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
    return { route: { view, path: parts, params: new URLSearchParams(query) } };
  } catch {
    return { fault: "This link is damaged." };
  }
}

/** The route of a problem's `type`, such as `/errors#missing-sides`; null for any other address. */
export function problemRoute({ pathname, hash }: Pick<Location, "pathname" | "hash">): Route | null {
  const code = /^#([a-z][a-z-]{0,60})$/.exec(hash)?.[1];
  return pathname.endsWith("/errors") && code !== undefined ? routeTo("learn", {}, ["errors", code]) : null;
}

export function writeRoute({ view, path, params }: Route): string {
  const parts = path.map((part) => `/${encodeURIComponent(part)}`).join("");
  const query = params.toString();
  return `#v${ROUTE_VERSION}/${view}${parts}${query === "" ? "" : `?${query}`}`;
}

/** A route in one line: `routeTo("roll", { e: "4d6" })`. What is undefined is left out. */
export function routeTo(
  view: string,
  params: Readonly<Record<string, string | undefined>> = {},
  path: readonly string[] = [],
): Route {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { view, path, params: new URLSearchParams(given) };
}
