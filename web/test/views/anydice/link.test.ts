import { expect, test } from "vitest";

import { readRoute, writeRoute } from "../../../src/app/route";
import { EXAMPLES } from "../../../src/views/anydice/examples";
import { linkOf, readLink, type State } from "../../../src/views/anydice/link";
import { lineAt } from "../../../src/views/anydice/ProgramField";

function reopened(state: State): State | null {
  const link = linkOf(state);
  const read = link === null ? null : readRoute(writeRoute(link), ["anydice"]);
  return read !== null && "route" in read ? readLink(read.route) : null;
}

test.each(EXAMPLES.map(({ title, program }) => [title, program]))("a link reopens “%s”", (_, program) => {
  const state: State = { program, mode: "at most", shape: "table" };
  expect(reopened(state)).toEqual(state);
});

test("a link is as short as it can be", () => {
  expect(writeRoute(linkOf({ program: "output d6", mode: "exactly", shape: "graph" })!)).toBe("#v1/anydice?p=output+d6");
});

test("a program that is too long has no link", () => {
  expect(linkOf({ program: "output d6\n".repeat(2000), mode: "exactly", shape: "graph" })).toBeNull();
});

test("what a link does not know is left out", () => {
  const read = readRoute("#v1/anydice?p=x&m=sideways&s=cake", ["anydice"]);
  expect(read !== null && "route" in read && readLink(read.route)).toEqual({ program: "x", mode: "exactly", shape: "graph" });
});

test("a place has a line, whatever stands before it", () => {
  expect(lineAt("a\nb😀\nc", [0, 1])).toBe(1);
  expect(lineAt("a\nb😀\nc", [5, 6])).toBe(3);
});
