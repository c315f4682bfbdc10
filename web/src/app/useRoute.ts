import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { problemRoute, readRoute, routeTo, writeRoute, type Route } from "./route";

export interface Place {
  readonly route: Route;
  /** where each view is or was left, of those that were gone to */
  readonly places: ReadonlyMap<string, Route>;
  /** the same, and before the page was loaded anew */
  readonly left: ReadonlyMap<string, Route>;
}

type Visited = Omit<Place, "left">;

const KEY = "astragal.places";

/** Where one is, following the address; `complain` is told of links that lead nowhere. */
export function useRoute(
  views: readonly string[],
  complain: (fault: string) => void,
): [Place, (route: Route, options?: { readonly replace?: boolean }) => void] {
  const [place, setPlace] = useState(() => arrived(null, readHere(views, complain)));
  /** the address as it was last read or written here */
  const known = useRef(location.hash);
  const before = useMemo(() => remembered(views), []);
  const left = useMemo(() => new Map([...before, ...place.places]), [place]);
  useEffect(() => remember(left), [left]);

  useEffect(() => {
    const follow = (): void => {
      const next = readHere(views, complain);
      known.current = location.hash;
      setPlace((before) => arrived(before, next));
    };
    window.addEventListener("hashchange", follow);
    window.addEventListener("popstate", follow);
    return () => {
      window.removeEventListener("hashchange", follow);
      window.removeEventListener("popstate", follow);
    };
  }, []);

  function go(route: Route, { replace = false } = {}): void {
    // A link that was followed a moment ago, and that the browser has yet to tell of, is not written over.
    if (replace && location.hash !== known.current) return;
    const fragment = writeRoute(route);
    if (replace) history.replaceState(null, "", fragment);
    else history.pushState(null, "", fragment);
    known.current = location.hash;
    setPlace((before) => arrived(before, route));
  }
  return [{ ...place, left }, go];
}

/** Where the views were left in this tab of the browser. */
function remembered(views: readonly string[]): ReadonlyMap<string, Route> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    const read = (Array.isArray(kept) ? kept : []).map((each) => readRoute(String(each), views));
    return new Map(read.flatMap((each) => (each !== null && "route" in each ? [[each.route.view, each.route]] : [])));
  } catch {
    return new Map();
  }
}

function remember(left: ReadonlyMap<string, Route>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...left.values()].map(writeRoute)));
  } catch {
    // It is forbidden, or full: then a page that is loaded anew begins anew.
  }
}

function readHere(views: readonly string[], complain: (fault: string) => void): Route {
  const problem = problemRoute(location);
  if (problem !== null) {
    history.replaceState(null, "", `./${writeRoute(problem)}`);
    return problem;
  }
  const read = readRoute(location.hash, views);
  if (read !== null && "route" in read) return read.route;
  if (read !== null) complain(read.fault);
  return routeTo(views[0] ?? "");
}

function arrived(before: Visited | null, route: Route): Visited {
  const places = new Map(before?.places);
  places.set(route.view, route);
  return { route, places };
}
