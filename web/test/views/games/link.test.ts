import { describe, expect, it } from "vitest";

import { readRoute, writeRoute, type Route } from "../../../src/app/route";
import { readParameter } from "../../../src/views/games/form/parameters";
import { gameRoute, linkedForm } from "../../../src/views/games/link";

const PARAMETERS = [
  readParameter({ name: "stat", type: "integer", required: true }),
  readParameter({ name: "tier", type: "integer", optional: true, default: 1 }),
  readParameter({ name: "tags", type: "list", items: { type: "text" }, default: [], longest: 2 }),
  readParameter({ name: "tearing", type: "truth", default: false }),
];

function followed(fragment: string): Route {
  const read = readRoute(fragment, ["games"]);
  if (read === null || !("route" in read)) throw new Error(fragment);
  return read.route;
}

describe("a link to a form", () => {
  it.each([
    { stat: "45", tier: "Hard", tags: ["gold & eyes", "a=b"], tearing: true },
    { stat: "45", tier: "" },
    { stat: "Alice: Stealth" },
  ])("reopens it: %j", (form) => {
    const fragment = writeRoute(gameRoute("tiers.check", PARAMETERS, form));
    expect(fragment.startsWith("#v1/games/tiers/check?")).toBe(true);
    expect(linkedForm(followed(fragment), PARAMETERS)).toEqual({ form, unknown: [] });
  });

  it("reopens one in which nothing is said", () => {
    const route = followed(writeRoute(gameRoute("tiers.check", PARAMETERS, {})));
    expect(linkedForm(route, PARAMETERS)).toEqual({ form: {}, unknown: [] });
  });

  it("may name a rule alone", () => {
    const route = followed(writeRoute(gameRoute("tiers.check")));
    expect([route.path, linkedForm(route, PARAMETERS)]).toEqual([["tiers", "check"], null]);
  });

  it("says what the rule does not know, and keeps to its bounds", () => {
    const route = followed(`#v1/games/tiers/check?stat=${"9".repeat(6000)}&height=3&tags=a&tags=b&tags=c`);
    const linked = linkedForm(route, PARAMETERS);
    expect(linked?.unknown).toEqual(["height"]);
    expect(linked?.form["tags"]).toEqual(["a", "b"]);
    expect(String(linked?.form["stat"]).length).toBe(5000);
  });
});
