import { describe, expect, it } from "vitest";

import { problemRoute, readRoute, routeTo, writeRoute } from "../../src/app/route";

const VIEWS = ["roll", "odds", "learn"];
const fault = (fragment: string) => {
  const read = readRoute(fragment, VIEWS);
  return read !== null && "fault" in read ? read.fault : null;
};

describe("a route", () => {
  it("is written and read again, whatever it holds", () => {
    const route = routeTo("roll", { e: "2d6 + @str & #?=/%😀", gone: undefined }, ["a/b", "ü ?"]);
    const read = readRoute(writeRoute(route), VIEWS);
    expect(read).toEqual({ route });
    expect(writeRoute(route)).toMatch(/^#v1\/roll\/a%2Fb\/%C3%BC%20%3F\?e=/);
  });

  it("is nowhere in an empty fragment", () => {
    expect(readRoute("", VIEWS)).toBeNull();
    expect(readRoute("#", VIEWS)).toBeNull();
  });

  it.each([
    ["#roll", "leads nowhere"],
    ["#v1/", "leads nowhere"],
    ["#v2/roll", "version 2"],
    ["#v1/nowhere", "no view “nowhere”"],
    ["#v1/roll/%zz", "damaged"],
    ["#v1/roll/a/b/c/d/e", "leads nowhere"],
    [`#v1/roll?e=${"9".repeat(30_000)}`, "too long"],
    ["#v1/<script>", "leads nowhere"],
  ])("%s is refused in words", (fragment, words) => {
    expect(fault(fragment)).toContain(words);
  });
});

describe("the address that a problem gives as its type", () => {
  it("leads to what is said of its code", () => {
    const route = problemRoute({ pathname: "/dice/errors", hash: "#missing-sides" });
    expect(route).toEqual(routeTo("learn", {}, ["errors", "missing-sides"]));
  });

  it.each([
    ["/", "#missing-sides"],
    ["/errors", "#v1/roll"],
    ["/errors", "#<b>"],
    ["/errors", ""],
  ])("%s%s is none", (pathname, hash) => {
    expect(problemRoute({ pathname, hash })).toBeNull();
  });
});
