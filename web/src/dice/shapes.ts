/** The dice as engravings: facets in a square of 48, lit from the upper left. */

import { hatch, polygon, type Point } from "./hatch";
import type { Kind } from "./kinds";

interface Facet {
  points: readonly Point[];
  /** 0 is blank; 3 the darkest */
  shade: 0 | 1 | 2 | 3;
  angle: number;
}

export interface Shape {
  /** the silhouette, filled with paper */
  outline: string;
  /** the edges inside it */
  edges: string;
  /** the shading, left out where the die is drawn small */
  shading: string;
  /** where the figure stands, and how large it may be */
  centre: Point;
  type: number;
  smallType: number;
}

const SPACING = { 1: 3.1, 2: 2.1, 3: 1.45 } as const;

function around(radius: number, degrees: number, centre: Point = [24, 24]): Point {
  const turn = (degrees * Math.PI) / 180;
  return [centre[0] + radius * Math.cos(turn), centre[1] + radius * Math.sin(turn)];
}

function ring(sides: number, radius: number, start: number): Point[] {
  return Array.from({ length: sides }, (_, index) => around(radius, start + (360 / sides) * index));
}

function facet(shade: Facet["shade"], angle: number, ...points: Point[]): Facet {
  return { points, shade, angle };
}

function shape(outline: readonly Point[], facets: readonly Facet[], rest: Pick<Shape, "centre" | "type" | "smallType">): Shape {
  return {
    outline: polygon(outline),
    edges: facets.map((each) => polygon(each.points)).join(""),
    shading: facets.map(({ points, shade, angle }) => (shade === 0 ? "" : hatch(points, angle, SPACING[shade]))).join(""),
    ...rest,
  };
}

function tetrahedron(): Shape {
  const [top, left, right, back]: Point[] = [[22, 3], [2, 41], [36, 45], [46, 34]];
  const front = facet(0, 0, top!, left!, right!);
  const side = facet(3, 62, top!, right!, back!);
  return shape([top!, left!, right!, back!], [front, side], { centre: [20.5, 33], type: 16, smallType: 21 });
}

function cube(): Shape {
  const front: Point[] = [[3, 11], [37, 11], [37, 45], [3, 45]];
  const top = facet(1, 0, [3, 11], [11, 3], [45, 3], [37, 11]);
  const side = facet(3, 90, [37, 11], [45, 3], [45, 37], [37, 45]);
  const outline: Point[] = [[3, 11], [11, 3], [45, 3], [45, 37], [37, 45], [3, 45]];
  return shape(outline, [facet(0, 0, ...front), top, side], { centre: [20, 28], type: 22, smallType: 25 });
}

function octahedron(): Shape {
  const [top, right, bottom, left]: Point[] = [[24, 1.5], [43, 29], [24, 46.5], [5, 29]];
  const upper = facet(0, 0, top!, right!, left!);
  const lower = facet(3, 0, left!, right!, bottom!);
  return shape([top!, right!, bottom!, left!], [upper, lower], { centre: [24, 22.5], type: 16, smallType: 21 });
}

function trapezohedron(): Shape {
  const [top, farRight, lowRight, bottom, lowLeft, farLeft]: Point[] =
    [[24, 1.5], [46, 19], [46, 27], [24, 46.5], [2, 27], [2, 19]];
  const [right, middle, left]: Point[] = [[37.5, 27.5], [24, 35.5], [10.5, 27.5]];
  const facets = [
    facet(0, 0, top!, right!, middle!, left!),
    facet(1, 52, top!, left!, lowLeft!, farLeft!),
    facet(2, -52, top!, farRight!, lowRight!, right!),
    facet(2, 30, left!, middle!, bottom!, lowLeft!),
    facet(3, -30, right!, lowRight!, bottom!, middle!),
  ];
  return shape([top!, farRight!, lowRight!, bottom!, lowLeft!, farLeft!], facets, { centre: [24, 23.5], type: 16, smallType: 21 });
}

function dodecahedron(): Shape {
  const outer = ring(10, 22.5, -90);
  const inner = ring(5, 14.2, -90);
  const shades = [2, 3, 3, 2, 1] as const;
  const sides = inner.map((point, index) => {
    const next = inner[(index + 1) % 5]!;
    const rim = [0, 1, 2].map((step) => outer[(index * 2 + step) % 10]!);
    return facet(shades[index]!, index * 72 + 36, point, ...rim, next);
  });
  return shape(outer, [facet(0, 0, ...inner), ...sides], { centre: [24, 25], type: 15, smallType: 21 });
}

function icosahedron(): Shape {
  const rim = ring(6, 22.5, -90);
  const [top, right, left] = ring(3, 14.6, -90) as [Point, Point, Point];
  const [north, northeast, southeast, south, southwest, northwest] = rim as [Point, Point, Point, Point, Point, Point];
  const facets = [
    facet(0, 0, top, right, left),
    facet(1, 0, top, northwest, north),
    facet(1, 0, top, north, northeast),
    facet(2, 60, top, northeast, right),
    facet(3, 90, right, northeast, southeast),
    facet(3, 30, right, southeast, south),
    facet(2, 0, right, south, left),
    facet(2, -30, left, south, southwest),
    facet(1, 90, left, southwest, northwest),
    facet(1, -60, left, northwest, top),
  ];
  return shape(rim, facets, { centre: [24, 25.2], type: 12.5, smallType: 20 });
}

/** A square within a square, so that a blank Fate die is not a die without pips. */
function tile(): Shape {
  const outer: Point[] = [[3, 3], [45, 3], [45, 45], [3, 45]];
  const inner: Point[] = [[9, 9], [39, 9], [39, 39], [9, 39]];
  const [a, b, c, d] = outer as [Point, Point, Point, Point];
  const [e, f, g, h] = inner as [Point, Point, Point, Point];
  const facets = [facet(0, 0, ...inner), facet(1, 0, a, b, f, e), facet(3, 90, b, c, g, f), facet(3, 0, c, d, h, g), facet(1, 90, d, a, e, h)];
  return shape(outer, facets, { centre: [24, 24], type: 22, smallType: 24 });
}

/** A round rim with reeds, as on a coin. */
function disc(): Shape {
  const circle = (radius: number) =>
    `M${24 - radius} 24a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;
  const reeds = Array.from({ length: 60 }, (_, index) => {
    const [from, to] = [around(18, index * 6), around(22, index * 6)];
    return `M${from[0].toFixed(2)} ${from[1].toFixed(2)}L${to[0].toFixed(2)} ${to[1].toFixed(2)}`;
  });
  return { outline: circle(22), edges: circle(18), shading: reeds.join(""), centre: [24, 24], type: 20, smallType: 22 };
}

/** Any other die: a bevelled heptagon, named below it. */
function gem(): Shape {
  const outer = ring(7, 22.5, 90);
  const inner = ring(7, 15.5, 90);
  const shades = [3, 2, 1, 1, 2, 3, 3] as const;
  const sides = outer.map((point, index) => {
    const next = (index + 1) % 7;
    return facet(shades[index]!, index * 51.4 + 25.7, point, outer[next]!, inner[next]!, inner[index]!);
  });
  return shape(outer, [facet(0, 0, ...inner), ...sides], { centre: [24, 24], type: 15, smallType: 20 });
}

/** The result of dice within dice: a ticket. */
function ticket(): Shape {
  const outline: Point[] = [[6, 8], [42, 8], [46, 12], [46, 36], [42, 40], [6, 40], [2, 36], [2, 12]];
  const inner: Point[] = [[6, 12], [42, 12], [42, 36], [6, 36]];
  return shape(outline, [facet(0, 0, ...inner)], { centre: [24, 24], type: 18, smallType: 20 });
}

const MAKERS: Record<Kind, () => Shape> = {
  d4: tetrahedron,
  d6: cube,
  d8: octahedron,
  d10: trapezohedron,
  d12: dodecahedron,
  d20: icosahedron,
  percent: trapezohedron,
  fate: tile,
  coin: disc,
  other: gem,
  group: ticket,
};

const made = new Map<Kind, Shape>();

export function shapeOf(kind: Kind): Shape {
  let known = made.get(kind);
  if (known === undefined) {
    known = MAKERS[kind]();
    made.set(kind, known);
  }
  return known;
}

const [LOW, MIDDLE, HIGH] = [-1, 0, 1];

/** Where the pips of a face from 1 to 6 lie, in steps from its middle. */
export function pips(value: number): readonly Point[] {
  const diagonal: Point[] = [[LOW!, LOW!], [HIGH!, HIGH!]];
  const other: Point[] = [[LOW!, HIGH!], [HIGH!, LOW!]];
  const waist: Point[] = [[LOW!, MIDDLE!], [HIGH!, MIDDLE!]];
  return [
    ...(value % 2 === 1 ? [[MIDDLE!, MIDDLE!] as Point] : []),
    ...(value >= 2 ? diagonal : []),
    ...(value >= 4 ? other : []),
    ...(value === 6 ? waist : []),
  ];
}
