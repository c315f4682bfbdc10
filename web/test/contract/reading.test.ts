import { describe, expect, it, vi } from "vitest";

import { parsed, readInSlices } from "../../src/contract/reading";

const listed = (count: number, text = "") => ({
  denominator: String(count),
  outcomes: Array.from({ length: count }, (_, index) => ({ outcome: index, text: `${text}${index}`, weight: "1" })),
  mean: null,
});

/** As the engine writes it. */
const written = (data: unknown) => JSON.stringify(data, null, 1).replace(/\n */g, " ").replace(/([[{]) /g, "$1").replace(/ ([\]}])/g, "$1");

describe("a large answer", () => {
  it.each([
    ["one list", 16, listed(50)],
    ["of programs", 23, { outputs: [{ label: "a", odds: listed(30) }, { label: "b", odds: null }, { label: "c", odds: listed(2) }, { label: "d", odds: listed(40) }] }],
    ["short lists", 1, { odds: [listed(0), listed(1), listed(2), listed(3)] }],
    ["texts that look like its own", 9, listed(20, '}, {"outcome": "')],
    ["names that are numbers", 7, { odds: { "7": listed(20), "3": listed(2), "5": listed(3, "x") } }],
    ["no list", 0, { values: [1, 2] }],
  ])("is read in slices as it would be at once: %s", async (_, pauses, data) => {
    const pause = vi.fn(() => Promise.resolve());
    const text = written(data);
    expect(JSON.parse(text)).toEqual(data);
    expect((await readInSlices(text, 100, pause)).body).toEqual(data);
    expect(pause).toHaveBeenCalledTimes(pauses);
  });

  it("tells its distributions, and nothing of what is no data", async () => {
    const data = { outputs: [{ odds: listed(1) }, { odds: null }, { odds: listed(2) }] };
    expect((await readInSlices(written(data))).odds).toEqual([listed(1), listed(2)]);
    expect(parsed("no data")).toBeNull();
  });
});
