import { HeldButton } from "../../app/HeldButton";
import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";

interface SavedProps {
  readonly onPick: (expression: string) => void;
  readonly onHold: (expression: string, element: HTMLElement) => void;
}

/** Rolls that were given a name. */
export function Saved({ onPick, onHold }: SavedProps) {
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
            <HeldButton class="saved-roll" onTap={() => onPick(expression)} onHold={(element) => onHold(expression, element)}>
              <span>{name}</span>
              <code>{expression}</code>
            </HeldButton>
            <button type="button" class="small quiet" aria-label={`Forget ${name}`} onClick={() => forget(name)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
