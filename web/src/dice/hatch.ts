/** Parallel lines inside a convex polygon: how an engraver shades a facet. */

export type Point = readonly [x: number, y: number];

const rounded = (value: number) => Math.round(value * 100) / 100;

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L")}Z`;
}

/** The lines `spacing` apart, at `angle` degrees, as path data. */
export function hatch(points: readonly Point[], angle: number, spacing: number): string {
  const turn = (angle * Math.PI) / 180;
  const along: Point = [Math.cos(turn), Math.sin(turn)];
  const across: Point = [-along[1], along[0]];
  const heights = points.map((point) => dot(point, across));
  const least = Math.min(...heights);
  const most = Math.max(...heights);
  const lines: string[] = [];
  for (let height = least + spacing / 2; height < most; height += spacing) {
    const ends = crossings(points, heights, height).map((point) => dot(point, along));
    if (ends.length < 2) continue;
    lines.push(line(at(Math.min(...ends), height), at(Math.max(...ends), height)));
  }
  return lines.join("");

  function at(length: number, height: number): Point {
    return [along[0] * length + across[0] * height, along[1] * length + across[1] * height];
  }
}

function dot(left: Point, right: Point): number {
  return left[0] * right[0] + left[1] * right[1];
}

function line(from: Point, to: Point): string {
  return `M${rounded(from[0])} ${rounded(from[1])}L${rounded(to[0])} ${rounded(to[1])}`;
}

function crossings(points: readonly Point[], heights: readonly number[], height: number): Point[] {
  const found: Point[] = [];
  points.forEach((from, index) => {
    const next = (index + 1) % points.length;
    const to = points[next] as Point;
    const low = heights[index] as number;
    const high = heights[next] as number;
    if (low > height === high > height) return;
    const share = (height - low) / (high - low);
    found.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
  });
  return found;
}
