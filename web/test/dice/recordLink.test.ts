import { expect, test } from "vitest";

import { packRecord, unpackRecord } from "../../src/dice/recordLink";

const record = { version: 5, expression: "2d6 # Ω", faces: [1, 6], outcome: 7, groups: [] };

test("a record comes out of a link as it went in, in letters that need no escape", async () => {
  const packed = await packRecord(record);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpackRecord(packed)).toEqual(record);
});

test("many equal dice take little room", async () => {
  const many = { ...record, faces: Array.from({ length: 2000 }, () => 6) };
  expect((await packRecord(many)).length).toBeLessThan(300);
});

test.each(["", "z", "zAAAA", "p!!", `p${btoa("[]")}`, `p${btoa('{"a":1}')}`])("%s holds no record", async (packed) => {
  expect(await unpackRecord(packed)).toBeNull();
});

test("what would fill the memory is given up", async () => {
  const bomb = await packRecord({ faces: "6".repeat(3_000_000) });
  expect(await unpackRecord(bomb)).toBeNull();
});
