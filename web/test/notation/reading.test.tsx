// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/preact";
import { afterEach, expect, test } from "vitest";

import type { ReadAs } from "../../src/contract";
import { ReadingText } from "../../src/notation/ReadingText";

afterEach(cleanup);

const plain = { expression: "3d6", words: "three six-sided dice", variables: [], remarks: [], choices: false, read_as: null };
const said: ReadAs = { kind: "roll", expression: "3d6", told: "3d6", title: "", alternatives: [], answers: [] };

function shown(read_as: ReadAs | null, answers?: ReadAs["answers"]): (string | null)[] {
  const { container } = render(<ReadingText reading={{ ...plain, read_as }} answers={answers} />);
  return [...container.querySelectorAll("p")].map((each) => each.textContent);
}

test("notation is told in words alone", () => {
  expect(shown(null)).toEqual(["three six-sided dice"]);
});

test("a remark on what it means elsewhere is a sentence of its own", () => {
  const reading = { ...plain, remarks: ["here `u` keeps one; elsewhere it does not"] };
  const { container } = render(<ReadingText reading={reading} />);
  expect(container.textContent).toBe("three six-sided diceHere u keeps one; elsewhere it does not.");
});

test("what was said is told with what it was read as, and what else it may mean", () => {
  const alternatives = [{ words: "for four dice", expression: "4d6" }];
  expect(shown({ ...said, alternatives })).toEqual(["Read as 3d6 (three six-sided dice)", "4d6 for four dice."]);
});

test("what was asked is answered", () => {
  const asked: ReadAs = { ...said, kind: "odds", told: "the odds of 3d6: 15 or more" };
  const answers = [
    { words: "15 or more", expression: "(3d6) >= 15", value: { exact: "5/54", approx: 0.0926 }, chance: true },
    { words: "on average", expression: "3d6", value: { exact: "21/2", approx: 10.5 }, chance: false },
  ];
  expect(shown(asked, answers)).toEqual([
    "Read as the odds of 3d6: 15 or more (three six-sided dice)",
    "15 or more: 9.26 %",
    "on average: 10.50",
  ]);
});
