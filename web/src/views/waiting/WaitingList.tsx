import { writeRoute } from "../../app/route";
import { SaveAs } from "../../app/SaveAs";
import { useServices } from "../../app/services";
import { useWatched } from "../../app/useWatched";
import type { WaitingRoll } from "../../state/shapes";
import { placeOf, titleOf } from "./place";

interface WaitingListProps {
  /** those of one game alone */
  readonly game?: string;
  /** the one that lies on the table */
  readonly except?: string | null;
}

/** Rolls that were begun and not ended: each can be gone on with where it waits. */
export default function WaitingList({ game, except = null }: WaitingListProps) {
  const { kept, toasts } = useServices();
  const all = useWatched(kept, () => kept.waiting);
  const listed = all.filter((each) => each.id !== except && (game === undefined || each.rule.startsWith(`${game}.`)));
  if (listed.length === 0) return null;

  function drop({ id }: WaitingRoll) {
    const before = kept.waiting;
    kept.forgetWaiting(id);
    toasts.say("It waits no longer.", { text: "Undo", run: () => kept.setWaiting(before) });
  }

  return (
    <section class="waiting-rolls screen-only" aria-label="Rolls that wait">
      <h2>Waiting</h2>
      <ul>
        {listed.map((each) => (
          <li key={each.id}>
            <a href={writeRoute(placeOf(each))}>
              <b>{titleOf(each)}</b>: {each.answer.paused.waits_for} <span class="go-on">Go on</span>
            </a>
            <SaveAs label="Name" expression={titleOf(each)} onSave={(name) => kept.keepWaiting({ ...each, name })} />
            <button type="button" class="small quiet" aria-label={`Drop ${titleOf(each)}`} onClick={() => drop(each)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
