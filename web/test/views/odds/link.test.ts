import { describe, expect, test } from "vitest";

import { readRoute, writeRoute } from "../../../src/app/route";
import { MODES } from "../../../src/charts/distribution";
import { linkOf, readLink } from "../../../src/views/odds/link";
import { COURSE, dice, rule, stateOf, type State } from "../../../src/views/odds/state";
import { STORIES } from "../../../src/views/odds/stories";

function opened(fragment: string) {
  const read = readRoute(fragment, ["odds"]);
  if (read === null || !("route" in read)) throw new Error(`not a route: ${fragment}`);
  return readLink(read.route);
}

const nameless = (state: State): State => ({ ...state, entries: state.entries.map((entry) => ({ ...entry, id: "" })) });

describe("a link", () => {
  const full = stateOf(
    [dice("2d20kh1 + @str", "Ours & theirs", "outcome>=12", "roll20"), rule("tiers.check", { stat: "45", edges: "2/+/ = much" }, "grade")],
    {
      values: { str: "3" },
      mode: "at least",
      target: { at: "-2", side: "at most" },
      course: {
        entry: 1,
        along: [{ name: "stat", range: "20..80/10" }, { name: "tier", range: "" }],
        measure: "=Success",
        drawing: "heat",
        find: { side: "at most", goal: "1/3", end: "least" },
      },
    },
  );

  test("reopens everything", () => {
    const read = opened(writeRoute(linkOf(full, full.values)));
    expect(read?.lost).toBe(0);
    expect(nameless(read!.state)).toEqual(nameless(full));
  });

  test.each(MODES)("keeps a target of %s", (side) => {
    const state = { ...full, target: { at: "7", side } };
    expect(opened(writeRoute(linkOf(state, state.values)))?.state.target).toEqual(state.target);
  });

  test.each(STORIES.map((story) => [story.title, story] as const))("reopens “%s”", (_, story) => {
    const state = story.state();
    const read = opened(writeRoute(linkOf(state, state.values)));
    expect(read?.lost).toBe(0);
    expect(nameless(read!.state)).toEqual(nameless(state));
  });

  test("of the Roll view is understood", () => {
    const read = opened("#v1/odds?e=d20+%2B+%40str&v=str%3D3");
    expect(nameless(read!.state)).toEqual(nameless(stateOf([dice("d20 + @str")], { values: { str: "3" } })));
  });

  test("of a rule has no dialect", () => {
    expect(opened("#v1/odds?r=tiers.check&d=roll20")?.lost).toBe(1);
  });

  test("without dice and rules leads to none", () => {
    expect(opened("#v1/odds")).toBeNull();
    expect(opened("#v1/odds?m=ge")).toBeNull();
  });

  test.each([
    ["a rule of a strange form", "r=../x"],
    ["a dialect of a strange form", "d=%3Cb%3E"],
    ["a value that is no number", "v=str%3Dx"],
    ["a mode that there is not", "m=no"],
    ["a mode that every object has", "m=constructor"],
    ["a target without a side", "t=15"],
    ["a third axis", "xa=a%3D1&xa=b%3D1&xa=c%3D1"],
    ["a drawing that there is not", "xd=pie"],
    ["a parameter of dice", "p=stat%3D45"],
    ["a key that there is not", "constructor=1"],
    ["more entries than are drawn", "e=1&e=2&e=3&e=4&e=5&e=6&e=7&e=8"],
    ["a text that is too long", `n=${"x".repeat(300)}`],
  ])("is opened without %s", (_, part) => {
    const read = opened(`#v1/odds?e=2d6&${part}`);
    expect(read?.lost).toBe(1);
    expect(read?.state.entries[0]).toMatchObject({ kind: "dice", text: "2d6", name: "" });
    expect(read?.state.mode).toBe("exactly");
    expect(read?.state.target).toBeNull();
  });

  test("of an entry that is not there looks at the first", () => {
    expect(opened("#v1/odds?e=2d6&x=4")?.state.course).toEqual(COURSE);
  });
});
