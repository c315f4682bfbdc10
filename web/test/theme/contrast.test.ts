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

const SERIES = Array.from({ length: 8 }, (_, index) => `series-${index}`);
const SEEN: [line: string, ground: string][] = [
  ["line-strong", "paper"],
  ["line-strong", "paper-raised"],
  ...SERIES.map((name): [string, string] => [name, "paper-raised"]),
];

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

  test.each(["none", "protanopia", "deuteranopia", "tritanopia"] as const)("eight series are told apart with %s", (sight) => {
    const seen = SERIES.map((name) => perceived(colours[name]!, sight));
    const apart = seen.flatMap((one, at) => seen.slice(at + 1).map((other) => Math.hypot(...one.map((part, axis) => part - other[axis]!))));
    expect(Math.min(...apart)).toBeGreaterThan(15);
  });
});

/** How eyes that lack a kind of cone see linear light, after Machado, Oliveira and Fernandes (2009). */
const SIGHT: Record<string, number[][]> = {
  none: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** A colour as a point in CIELAB, where distances are what one sees. */
function perceived(colour: string, sight: string): number[] {
  const light = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const [r = 0, g = 0, b = 0] = SIGHT[sight]!.map((row) => Math.min(Math.max(row.reduce((sum, part, at) => sum + part * light[at]!, 0), 0), 1));
  const curve = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = [
    curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047),
    curve(0.2126 * r + 0.7152 * g + 0.0722 * b),
    curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883),
  ];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
