import { expect, test } from "vitest";

import type { Rolled } from "../../src/contract";
import { endingOf, endingText } from "../../src/dice/ending";

const rolled = (more: Partial<Rolled>): Rolled => ({ roll: {} as Rolled["roll"], text: "", dice: "", outcome: "false", steps: [], luck: null, ...more });

test("dice that were compared end with their total, and whether it was enough", () => {
  const answer = rolled({ compared: { total: "10", words: "missed 15" } });
  expect(endingOf(answer)).toEqual({ text: "10", note: "missed 15" });
  expect(endingText(answer)).toBe("10, missed 15");
});

test("anything else ends with its outcome", () => {
  expect(endingText(rolled({ outcome: "Success, 2 $" }))).toBe("Success, 2 $");
});
