import { expect, test } from "vitest";

import { readRoute, writeRoute } from "../../../src/app/route";
import { EXAMPLES } from "../../../src/views/macros/examples";
import { asMacro, fieldsOf, linkOf, NOTHING, readLink, withoutRolls, type State } from "../../../src/views/macros/link";

function reopened(state: State): State | null {
  const link = linkOf(state);
  const read = link === null ? null : readRoute(writeRoute(link), ["macros"]);
  return read !== null && "route" in read ? readLink(read.route) : null;
}

test.each(EXAMPLES)("a link reopens a macro: $title", ({ dialect, text, given }) => {
  expect(reopened({ dialect, text, given })).toEqual({ dialect, text, given });
});

test("names and texts may hold any sign", () => {
  const given = { ...NOTHING, answers: { "How many?": "2d6 = 7 & more" }, values: { "Bob|str": "-3" } };
  expect(reopened({ dialect: "roll20", text: "[[1d6]]\n#x", given })?.given).toEqual(given);
});

test("what is empty is not given", () => {
  const state = { dialect: "roll20", text: "x", given: { ...NOTHING, values: { str: " ", dex: "2" } } };
  expect(fieldsOf(state).values).toEqual({ dex: "2" });
  expect(reopened(state)?.given.values).toEqual({ dex: "2" });
});

test("what is no link to a macro is none", () => {
  const routes = ["#v1/macros", "#v1/macros?t=x", "#v1/macros?t=x&d=<b>"].map((each) => readRoute(each, ["macros"]));
  for (const read of routes) expect(read !== null && "route" in read ? readLink(read.route) : "no route").toBeNull();
});

test("a macro too long for an address has no link", () => {
  expect(linkOf({ dialect: "roll20", text: "x".repeat(25_000), given: NOTHING })).toBeNull();
});

test("a text that is no formula can be opened as a macro", () => {
  expect(asMacro({ code: "not-a-formula" }, "avrae", "!rr 3 1d20")).toBe(writeRoute(linkOf({ dialect: "avrae", text: "!rr 3 1d20", given: NOTHING })!));
  expect(asMacro({ code: "unexpected" }, "avrae", "1d20 )")).toBeNull();
});

test("a macro without rolls says how to roll in its program", () => {
  expect(withoutRolls("roll20")).toContain("`/r`");
  expect(withoutRolls("avrae")).toContain("`!r`");
});
