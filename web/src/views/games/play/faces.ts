/** Faces that were rolled by hand, as they are typed: `12, 4 7`. */

/** The faces; null if something else is among them. */
export function facesIn(typed: string): readonly number[] | null {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== "");
  return words.every((word) => /^-?\d{1,6}$/.test(word)) ? words.map(Number) : null;
}
