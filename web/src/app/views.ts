/** The views of the page: to add one, write its folder and add its row. */
import type { ComponentType } from "preact";

import type { ViewProps } from "./view";

export interface View {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly default: ComponentType<ViewProps> }>;
}

export const VIEWS: readonly View[] = [
  { name: "roll", title: "Roll", load: () => import("../views/roll") },
  { name: "odds", title: "Odds", load: () => import("../views/odds") },
  { name: "games", title: "Games", load: () => import("../views/games") },
  { name: "learn", title: "Learn", load: () => import("../views/learn") },
];
