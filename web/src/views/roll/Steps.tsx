/** How a roll came about, line by line. */
export function Steps({ steps }: { readonly steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <details class="steps screen-only">
      <summary>Step by step</summary>
      <ol>
        {steps.map((step, index) => {
          const text = step.trimStart();
          return (
            <li key={index} class={text.length < step.length ? "inner" : undefined}>
              {text}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
