import { EXAMPLES } from "./examples";

/** Chips to begin with. */
export function Examples({ onPick }: { readonly onPick: (expression: string) => void }) {
  return (
    <section class="examples screen-only" aria-labelledby="examples-title">
      <h2 id="examples-title">Try one</h2>
      <ul class="chips">
        {EXAMPLES.map(({ text, about }) => (
          <li key={text}>
            <button type="button" class="chip" onClick={() => onPick(text)}>
              <code>{text}</code>
              <span>{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
