/** What every view may use: questions, what is kept here, toasts, going elsewhere. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";

import type { Engine } from "../carrier/engine";
import type { Ask } from "../contract";
import type { Kept } from "../state/kept";
import type { Route } from "./route";
import type { Running } from "./running";
import type { Toasts } from "./toasts";

export interface Services {
  readonly ask: Ask;
  /** what is asked through `ask` and not answered yet */
  readonly running: Running;
  readonly engine: Engine;
  readonly kept: Kept;
  readonly toasts: Toasts;
  /** go to a place on the page; `replace` leaves no step in the browser's history */
  readonly go: (route: Route, options?: { readonly replace?: boolean }) => void;
  /** the whole address of a place */
  readonly linkTo: (route: Route) => string;
}

const Context = createContext<Services | null>(null);

export const ServicesProvider = Context.Provider;

export function useServices(): Services {
  const services = useContext(Context);
  if (services === null) throw new Error("a view is shown outside of the page");
  return services;
}
