import { expect, test } from "vitest";
import { fileName } from "../src/files";

test.each([
  ["4d6kh3 + 2", "csv", "4d6kh3-2.csv"],
  ["../etc/passwd", "svg", "etc-passwd.svg"],
  ["▲▲▲", "png", "astragal.png"],
  ["Würfel: d20?", "json", "Würfel-d20.json"],
])("%s is saved as %s", (title, ending, name) => {
  expect(fileName(title, ending)).toBe(name);
});
