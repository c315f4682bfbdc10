import type { Route } from "./route";

/** What the page gives to each of its views. */
export interface ViewProps {
  /** where in this view one is; it changes when a link is followed */
  readonly route: Route;
  /** whether it is seen; a view that was left stays as it is */
  readonly active: boolean;
}
