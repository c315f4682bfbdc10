/** The views of the page: to add one, write its folder and add its row. */
import type { ComponentType } from "preact";

import RollView from "../views/roll";
import type { ViewProps } from "./view";

export interface View {
  readonly name: string;
  readonly title: string;
  /** of a view that is part of the page itself, since it is the first that people see */
  readonly ready?: ComponentType<ViewProps>;
  readonly load: () => Promise<{ readonly default: ComponentType<ViewProps> }>;
}

export const VIEWS: readonly View[] = [
  { name: "roll", title: "Roll", ready: RollView, load: () => Promise.resolve({ default: RollView }) },
  { name: "odds", title: "Odds", load: () => import("../views/odds") },
  { name: "games", title: "Games", load: () => import("../views/games") },
  { name: "anydice", title: "AnyDice", load: () => import("../views/anydice") },
  { name: "macros", title: "Macros", load: () => import("../views/macros") },
  { name: "learn", title: "Learn", load: () => import("../views/learn") },
];
