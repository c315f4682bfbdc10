import { expect, test } from "vitest";

import { meant } from "../src/words";

test.each([
  ["did you mean Hard?", ["Hard"]],
  ["did you mean `4d6kh3` or `4d6kl3`?", ["4d6kh3", "4d6kl3"]],
  ["only names on the sheet stand for numbers", []],
  [null, []],
])("what %s suggests", (hint, texts) => {
  expect(meant(hint)).toEqual(texts);
});
