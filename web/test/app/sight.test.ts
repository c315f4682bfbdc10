import { describe, expect, it } from "vitest";

import { isMostlySeen } from "../../src/app/sight";

describe("what is in sight", () => {
  it("is what half of which is in the window", () => {
    expect(isMostlySeen(700, 900, 800)).toBe(true);
    expect(isMostlySeen(701, 901, 800)).toBe(false);
    expect(isMostlySeen(-101, 99, 800)).toBe(false);
    expect(isMostlySeen(900, 1000, 800)).toBe(false);
  });

  it("is also what is taller than the window and fills half of it", () => {
    expect(isMostlySeen(400, 3000, 800)).toBe(true);
    expect(isMostlySeen(401, 3000, 800)).toBe(false);
  });
});
