import { routeTo, writeRoute, type Route } from "../../app/route";
import { SaveAs } from "../../app/SaveAs";
import { useServices } from "../../app/services";
import { useCopy } from "../../app/useCopy";
import { useShare } from "../../app/useShare";
import type { Rolled } from "../../contract";
import type { Settled } from "./rolling";

const LONGEST_LINK = 20_000;

interface ActionsProps {
  readonly text: string;
  readonly rolled: Extract<Settled, { kind: "rolled" }> | null;
  /** where these dice are on the page; null while they mean nothing */
  readonly here: Route | null;
  readonly onAgain: (typed: string) => void;
  readonly onSave: (name: string, expression: string) => void;
}

/** What can be done with the dice and with what fell. */
export function Actions({ text, rolled, here, onAgain, onSave }: ActionsProps) {
  const { go, linkTo, toasts } = useServices();
  const copy = useCopy();
  const share = useShare();

  /** The roll itself, which whoever opens the link can have checked. */
  async function shareRoll({ roll }: Rolled) {
    const { packRecord } = await import("../../dice/recordLink");
    const route = routeTo("roll", { r: await packRecord(roll) });
    if (writeRoute(route).length > LONGEST_LINK) toasts.say("These are too many dice for a link.");
    else share(linkTo(route), "A link to this roll");
  }

  return (
    <div class="toolbar screen-only">
      {rolled === null ? null : (
        <>
          <button type="button" class="small" onClick={() => onAgain(rolled.typed)}>
            Again
          </button>
          <button type="button" class="small" onClick={() => copy(rolled.answer.text, "The roll")}>
            Copy
          </button>
          <button type="button" class="small" onClick={() => void shareRoll(rolled.answer)}>
            Share roll
          </button>
        </>
      )}
      <button
        type="button"
        class="small"
        disabled={here === null}
        onClick={() => here !== null && share(linkTo(here), "A link to these dice")}
      >
        Link
      </button>
      <SaveAs expression={text} onSave={(name) => onSave(name, text)} />
      <button type="button" class="small" disabled={here === null} onClick={() => here !== null && go({ ...here, view: "odds" })}>
        Odds
      </button>
    </div>
  );
}
