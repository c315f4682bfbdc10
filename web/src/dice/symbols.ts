/** Symbols as the engine tells them: `{ symbols: { hit: 2, crit: 1 } }` is "2 hit + crit". */

/** The symbols by name, in the order of the data; null if the data are no symbols. */
export function symbolsText(data: object): string | null {
  if (!("symbols" in data) || typeof data.symbols !== "object" || data.symbols === null) return null;
  const told = Object.entries(data.symbols).map(([name, count]) => (count === 1 ? name : `${String(count)} ${name}`));
  return told.length === 0 ? "blank" : told.join(" + ");
}
