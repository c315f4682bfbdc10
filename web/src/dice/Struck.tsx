/** A line of the engine's, in which what does not count stands between tildes: `~5~, 12`. */
export function Struck({ text }: { readonly text: string }) {
  const parts = text.split(/~([^~]+)~/);
  if (parts.length === 1) return <>{text}</>;
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <s key={index}>{part}</s>))}</>;
}
