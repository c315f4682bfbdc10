import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const tokens = readFileSync(new URL("../../src/theme/tokens.css", import.meta.url), "utf8");

type Colours = Record<string, string>;

/** The colours of every block of the style sheet, in order: light, dark by choice, dark by the system. */
const blocks: Colours[] = [...tokens.matchAll(/\{([^{}]*--paper:[^{}]*)\}/g)].map(([, body = ""]) =>
  Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = "", colour = ""]) => [name, colour])),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

const READ: [text: string, ground: string][] = [
  ...["paper", "paper-raised", "paper-sunk"].flatMap((ground) => ["ink", "ink-soft", "accent"].map((text): [string, string] => [text, ground])),
  ["ink", "accent-wash"],
  ["ink", "heat-full"],
  ["on-accent", "accent"],
  ["paper", "ink"],
  ["paper-raised", "ink"],
];

const SEEN: [line: string, ground: string][] = [["line-strong", "paper"], ["line-strong", "paper-raised"]];

test("there are three sets of colours, and both dark ones are the same", () => {
  expect(blocks).toHaveLength(3);
  expect(blocks[2]).toEqual(blocks[1]);
  expect(Object.keys(blocks[1]!)).toEqual(Object.keys(blocks[0]!));
});

describe.each([["light", 0], ["dark", 1]] as const)("in the %s", (_, index) => {
  const colours = blocks[index]!;

  test.each(READ)("%s can be read on %s", (text, ground) => {
    expect(contrast(colours[text]!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(SEEN)("%s can be seen on %s", (line, ground) => {
    expect(contrast(colours[line]!, colours[ground]!)).toBeGreaterThanOrEqual(3);
  });
});
