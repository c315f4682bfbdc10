import { HeldButton } from "../../app/HeldButton";
import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";
import type { PastRoll } from "../../state/shapes";

interface HistoryProps {
  readonly onAgain: (roll: PastRoll) => void;
  readonly onCopy: (text: string) => void;
  readonly onHold: (expression: string, element: HTMLElement) => void;
}

const FIRST = 30;

/** What was rolled in this browser, the newest first. */
export function History({ onAgain, onCopy, onHold }: HistoryProps) {
  const { kept, toasts } = useServices();
  const history = useWatched(kept, () => kept.history);

  function clear() {
    const before = kept.history;
    kept.setHistory([]);
    toasts.say("The history is cleared.", { text: "Undo", run: () => kept.setHistory(before) });
  }

  return (
    <section class="past" aria-labelledby="past-title">
      <div class="past-head">
        <h2 id="past-title">Rolled here</h2>
        {history.length === 0 ? null : (
          <button type="button" class="small quiet" onClick={clear}>
            Clear
          </button>
        )}
      </div>
      {history.length === 0 ? <p class="soft">Nothing yet. What you roll stays in this browser.</p> : null}
      <ol>
        {history.slice(0, FIRST).map((roll) => (
          <li key={`${roll.at} ${roll.text}`}>
            {roll.by !== undefined ? (
              <p class="past-roll" title={roll.text}>
                <span>{roll.by}</span> <span class="past-outcome">{roll.outcome}</span>
              </p>
            ) : (
              <HeldButton class="past-roll" title={roll.text} onTap={() => onAgain(roll)} onHold={(element) => onHold(roll.expression, element)}>
                <span class="visually-hidden">Roll again: </span>
                <code>{roll.expression}</code>
                <span class="visually-hidden">, which gave </span>
                <span class="past-outcome">{roll.outcome}</span>
              </HeldButton>
            )}
            <time dateTime={new Date(roll.at).toISOString()}>{timeOf(roll.at)}</time>
            <button type="button" class="small quiet" onClick={() => onCopy(roll.text)} aria-label={`Copy ${roll.text}`}>
              Copy
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function timeOf(at: number): string {
  const then = new Date(at);
  const today = new Date().toDateString() === then.toDateString();
  return today
    ? then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : then.toLocaleDateString([], { day: "numeric", month: "short" });
}
