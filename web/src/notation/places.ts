/** The engine counts characters as Python does; a browser counts some of them twice. */

/** A place in the engine's counting as one in the browser's. */
export function toUnits(text: string, place: number): number {
  let units = 0;
  let left = place;
  for (const character of text) {
    if (left-- <= 0) break;
    units += character.length;
  }
  return units;
}

/** A place in the browser's counting as one in the engine's. */
export function toCharacters(text: string, units: number): number {
  return [...text.slice(0, units)].length;
}

export interface Marked {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

/** The text in three parts; a place without width marks the character there, or the room after the end. */
export function markedAt(text: string, place: readonly number[]): Marked {
  const [start = 0, end = start] = place;
  const from = toUnits(text, start);
  const to = Math.max(toUnits(text, end), toUnits(text, start + 1));
  const marked = text.slice(from, to);
  return { before: text.slice(0, from), marked: marked === "" ? "\u00a0" : marked, after: text.slice(to) };
}
