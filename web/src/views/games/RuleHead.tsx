/** A rule in one sentence; the rest of it on demand. */
export function RuleHead({ text }: { readonly text: string }) {
  const [lead = "", ...more] = text.split("\n\n");
  return (
    <header class="rule-head">
      <h2>{lead}</h2>
      {more.length === 0 ? null : (
        <details>
          <summary>The whole rule</summary>
          {more.map((paragraph) => (
            <p key={paragraph}>{paragraph.replaceAll("\n", " ").replaceAll("``", "")}</p>
          ))}
        </details>
      )}
    </header>
  );
}
