/** Whether every word that is looked for is in one of the texts, in small letters or large. */
export function matches(filter: string, ...texts: readonly string[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return filter.toLowerCase().split(/\s+/).filter(Boolean).every((word) => all.includes(word));
}
