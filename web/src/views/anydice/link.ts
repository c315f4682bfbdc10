/** A program as a place on the page: `#v1/anydice?p=output+3d6&m=at+least&s=table`. */
import { routeTo, writeRoute, type Route } from "../../app/route";
import { MODES, type Mode } from "../../charts/distribution";

export type Shape = "graph" | "table";

export interface State {
  readonly program: string;
  readonly mode: Mode;
  readonly shape: Shape;
}

const LONGEST = 20_000;

/** Where a state is found; null if its program is too long for an address. */
export function linkOf({ program, mode, shape }: State): Route | null {
  const route = routeTo("anydice", {
    p: program,
    m: mode === "exactly" ? undefined : mode,
    s: shape === "graph" ? undefined : shape,
  });
  return writeRoute(route).length > LONGEST ? null : route;
}

/** The state that a route leads to; null if it names no program. */
export function readLink({ params }: Route): State | null {
  const program = params.get("p");
  if (program === null) return null;
  const mode = MODES.find((each) => each === params.get("m")) ?? "exactly";
  return { program, mode, shape: params.get("s") === "table" ? "table" : "graph" };
}
