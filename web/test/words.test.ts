import { expect, test } from "vitest";

import { meant, withoutCall } from "../src/words";

test("players see no calls", () => {
  expect(withoutCall("scores.test: critical_from must be a number: 3")).toBe("critical from must be a number: 3");
  expect(withoutCall("`kx` is not a modifier: a.b")).toBe("`kx` is not a modifier: a.b");
});

test.each([
  ["did you mean Hard?", ["Hard"]],
  ["did you mean `4d6kh3` or `4d6kl3`?", ["4d6kh3", "4d6kl3"]],
  ["only names on the sheet stand for numbers", []],
  [null, []],
])("what %s suggests", (hint, texts) => {
  expect(meant(hint)).toEqual(texts);
});
