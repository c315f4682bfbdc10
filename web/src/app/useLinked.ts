import { useEffect, useRef, useState } from "preact/hooks";

import { writeRoute, type Route } from "./route";
import { useServices } from "./services";
import type { ViewProps } from "./view";

const WRITTEN_AFTER = 250;

interface Linked<State> {
  readonly state: State;
  /** where the state is found; null if it is too long for an address */
  readonly link: Route | null;
  readonly change: (next: Partial<State>) => void;
}

/** A view's state that stands in the address once somebody has changed it, and is read from there. */
export function useLinked<State>(
  { route, active }: ViewProps,
  first: State,
  readLink: (route: Route) => State | null,
  linkOf: (state: State) => Route | null,
): Linked<State> {
  const { go } = useServices();
  const written = useRef<string | null>(null);
  const [touched, setTouched] = useState(false);
  const [state, setState] = useState<State>(() => readLink(route) ?? first);

  useEffect(() => {
    if (writeRoute(route) === written.current) return;
    const read = readLink(route);
    if (read === null) return;
    written.current = writeRoute(route);
    setTouched(true);
    setState(read);
  }, [route]);

  const link = linkOf(state);
  const place = link === null ? null : writeRoute(link);
  useEffect(() => {
    if (!active || !touched || link === null || written.current === place) return undefined;
    const timer = setTimeout(() => {
      written.current = place;
      go(link, { replace: true });
    }, WRITTEN_AFTER);
    return () => clearTimeout(timer);
  }, [place, active, touched]);

  function change(next: Partial<State>) {
    setTouched(true);
    setState({ ...state, ...next });
  }

  return { state, link, change };
}
