import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";

interface SavedProps {
  readonly onPick: (expression: string) => void;
}

/** Rolls that were given a name. */
export function Saved({ onPick }: SavedProps) {
  const { kept, toasts } = useServices();
  const saved = useWatched(kept, () => kept.saved);
  if (saved.length === 0) return null;

  function forget(name: string) {
    const before = kept.saved;
    kept.forgetSaved(name);
    toasts.say(`“${name}” is forgotten.`, { text: "Undo", run: () => kept.setSaved(before) });
  }

  return (
    <section class="saved" aria-labelledby="saved-title">
      <h2 id="saved-title">By name</h2>
      <ul>
        {saved.map(({ name, expression }) => (
          <li key={name}>
            <button type="button" class="saved-roll" onClick={() => onPick(expression)}>
              <span>{name}</span>
              <code>{expression}</code>
            </button>
            <button type="button" class="small quiet" aria-label={`Forget ${name}`} onClick={() => forget(name)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
