/** How a roll came about, line by line; what happens inside something is set in. */
export function Steps({ steps, open = false }: { readonly steps: readonly string[]; readonly open?: boolean }) {
  if (steps.length === 0) return null;
  return (
    <details class="steps" open={open}>
      <summary>Step by step</summary>
      <ol>
        {steps.map((step, index) => {
          const text = step.trimStart();
          return (
            <li key={index} style={{ paddingLeft: `${(step.length - text.length) * 0.75}rem` }}>
              {text}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
