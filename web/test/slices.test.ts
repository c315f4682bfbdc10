import { expect, test, vi } from "vitest";
import { inSlices } from "../src/slices";

test("long work pauses, and everything is made in order", async () => {
  const now = vi.spyOn(performance, "now");
  let time = 0;
  now.mockImplementation(() => time);
  const pause = vi.fn(async () => undefined);
  const made = await inSlices([1, 2, 3, 4, 5, 6], (each) => ((time += 5), each * 10), pause);
  expect(made).toEqual([10, 20, 30, 40, 50, 60]);
  expect(pause).toHaveBeenCalledTimes(2);
  now.mockRestore();
});

test("short work does not pause", async () => {
  const pause = vi.fn(async () => undefined);
  expect(await inSlices(["a", "b"], (each) => each, pause)).toEqual(["a", "b"]);
  expect(pause).not.toHaveBeenCalled();
});
