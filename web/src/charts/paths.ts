/** Path data: lines through places, and skylines. */
export type Place = readonly [x: number, y: number];

const shown = (value: number) => Math.round(value * 100) / 100;
const at = ([x, y]: Place) => `${shown(x)} ${shown(y)}`;

/** A line from place to place, broken off where there is none. */
export function linePath(places: readonly (Place | null)[]): string {
  return places.map((place, index) => (place === null ? "" : `${places[index - 1] == null ? "M" : "L"}${at(place)}`)).join("");
}

/** Level from each place to the next, and then up or down. */
export function stepPath([first, ...others]: readonly Place[]): string {
  return first === undefined ? "" : `M${at(first)}${others.map(([x, y]) => `H${shown(x)}V${shown(y)}`).join("")}`;
}

/** What lies between a skyline and the ground. */
export function stepArea(places: readonly Place[], ground: number): string {
  const [first] = places;
  return first === undefined ? "" : `${stepPath(places)}V${shown(ground)}H${shown(first[0])}Z`;
}
