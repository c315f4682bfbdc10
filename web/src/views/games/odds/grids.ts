/** Answers of the engine as the charts take them. */
import type { Coordinate, Grid as Drawn } from "../../../charts/grid";
import type { Grid } from "../../../contract";
import { isObject } from "../../../state/checks";
import type { Parameter } from "../form/parameters";

/** An answer that has the parts of a grid; null if it is none. */
export function gridOf(answer: unknown): Grid | null {
  return isObject(answer) && isObject(answer["axes"]) && Array.isArray(answer["values"]) ? (answer as unknown as Grid) : null;
}

/** Without the cells that have no value; numbers with names are called by them. */
export function drawable(grid: Grid, parameters: readonly Parameter[] = []): Drawn {
  const shown = (axis: string, value: unknown): Coordinate => coordinate(parameters.find(({ name }) => name === axis), value);
  return {
    of: grid.of,
    kind: grid.kind,
    axes: Object.fromEntries(Object.entries(grid.axes).map(([axis, values]) => [axis, values.map((each) => shown(axis, each))])),
    values: grid.values.flatMap(({ at, exact, approx }) =>
      exact === undefined
        ? []
        : [{ at: Object.fromEntries(Object.entries(at).map(([axis, each]) => [axis, shown(axis, each)])), exact, approx: approx ?? 0 }],
    ),
  };
}

function coordinate(parameter: Parameter | undefined, value: unknown): Coordinate {
  const named = parameter?.names.find(([, number]) => number === value);
  if (named !== undefined) return named[0];
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

/** What went wrong in the first cell without a value, if any. */
export function firstFault(grid: Grid): string | null {
  return grid.values.find(({ error }) => error !== undefined)?.error?.message ?? null;
}
