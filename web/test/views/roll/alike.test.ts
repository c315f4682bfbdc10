import { expect, it } from "vitest";

import type { Answers, Problem } from "../../../src/contract";
import { isQuestion, refusals, spelt } from "../../../src/views/roll/alike";

type Meaning = Answers["translate"]["meanings"][number];

const DIALECTS = [
  { name: "astragal", title: "Astragal" },
  { name: "rollem", title: "Rollem" },
  { name: "tyche", title: "Tyche" },
];

function refused(program: string, message: string, hint: string | null = null): Meaning {
  const problem: Problem = { type: "", title: "", status: 422, detail: message, code: "unexpected", message, hint, place: null, text: null, fixes: [] };
  return { programs: [program], expression: null, words: null, mean: null, remarks: [], problem };
}

it("programs that refuse a text alike stand together, without their names in the reason", () => {
  const found = [
    refused("astragal", "this reads two ways", "write `a` or `b`"),
    refused("rollem", "`>` means nothing here in Rollem"),
    refused("tyche", "`>` means nothing here in Tyche"),
  ];
  expect(refusals(found, DIALECTS)).toEqual([
    { programs: ["astragal"], said: "this reads two ways; write `a` or `b`" },
    { programs: ["rollem", "tyche"], said: "`>` means nothing here" },
  ]);
});

it("so do those that cannot say it, and those in which the same is typed", () => {
  const problem = (title: string) => refused("", `${title} cannot say powers`).problem;
  const found = [
    { program: "astragal", text: "2d6", remarks: [], problem: null },
    { program: "rollem", text: null, remarks: [], problem: problem("Rollem") },
    { program: "tyche", text: null, remarks: [], problem: problem("Tyche") },
  ];
  expect(refusals(found, DIALECTS)).toEqual([{ programs: ["rollem", "tyche"], said: "cannot say powers" }]);
  expect(spelt(found)).toEqual([{ programs: ["astragal"], said: "2d6" }]);
});

it("a comparison is a question", () => {
  const meaning = refused("tyche", "");
  expect(isQuestion({ ...meaning, words: "is the total more than 3?" })).toBe(true);
  expect(isQuestion({ ...meaning, words: "two six-sided dice" })).toBe(false);
  expect(isQuestion(meaning)).toBe(false);
});
