/** Places in a text. The engine counts characters, as Python does; the browser counts UTF-16 units. */

/** How many characters come before a unit. */
export function characterAt(text: string, unit: number): number {
  return [...text.slice(0, unit)].length;
}

/** How many units come before a character. */
export function unitAt(text: string, character: number): number {
  return [...text].slice(0, character).join("").length;
}

/** Before, the mistake itself, after. A place without length, or past the end, still shows: by a space where no character is. */
export function underlined(text: string, [start, end]: readonly [number, number]): [before: string, wrong: string, after: string] {
  const characters = [...text];
  const from = Math.min(Math.max(start, 0), characters.length);
  const to = Math.min(Math.max(end, from + 1), characters.length);
  const wrong = characters.slice(from, to).join("");
  return [characters.slice(0, from).join(""), wrong === "" ? "\u00a0" : wrong, characters.slice(to).join("")];
}
