import type { Route } from "../../app/route";
import { SaveAs } from "../../app/SaveAs";
import { useServices } from "../../app/services";
import { useCopy } from "../../app/useCopy";
import type { Settled } from "./rolling";

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
  const { go, linkTo } = useServices();
  const copy = useCopy();

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
        </>
      )}
      <button
        type="button"
        class="small"
        disabled={here === null}
        onClick={() => here !== null && copy(linkTo(here), "A link to these dice")}
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
