import { useEffect, useState } from "preact/hooks";

import { problemRoute, readRoute, routeTo, writeRoute, type Route } from "./route";

export interface Place {
  readonly route: Route;
  /** where each view was left */
  readonly places: ReadonlyMap<string, Route>;
}

/** Where one is, following the address; `complain` is told of links that lead nowhere. */
export function useRoute(
  views: readonly string[],
  complain: (fault: string) => void,
): [Place, (route: Route, options?: { readonly replace?: boolean }) => void] {
  const [place, setPlace] = useState(() => arrived(null, readHere(views, complain)));

  useEffect(() => {
    const follow = (): void => {
      const next = readHere(views, complain);
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
    const fragment = writeRoute(route);
    if (replace) history.replaceState(null, "", fragment);
    else history.pushState(null, "", fragment);
    setPlace((before) => arrived(before, route));
  }
  return [place, go];
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

function arrived(before: Place | null, route: Route): Place {
  const places = new Map(before?.places);
  places.set(route.view, route);
  return { route, places };
}
