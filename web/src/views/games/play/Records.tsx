import { useId, useState } from "preact/hooks";

import { useServices } from "../../../app/services";
import { useCopy } from "../../../app/useCopy";
import { problemOf, type Problem, type Questions, type Rolled } from "../../../contract";
import { Steps } from "../../../dice/Steps";
import { Struck } from "../../../dice/Struck";
import { ProblemText } from "../../../notation/ProblemText";
import { LITERAL } from "../../../notation/literal";
import { isObject } from "../../../state/checks";

type Found =
  | { readonly kind: "told"; readonly text: string; readonly steps: readonly string[]; readonly what: string }
  | { readonly kind: "problem"; readonly problem: Problem }
  | { readonly kind: "fault"; readonly text: string };

interface RecordsProps {
  /** what was rolled here, the newest first */
  readonly rolls: readonly Rolled[];
}

/** Records: those of this visit, and whatever somebody else claims to have rolled. */
export function Records({ rolls }: RecordsProps) {
  const { ask } = useServices();
  const copy = useCopy();
  const id = useId();
  const [record, setRecord] = useState("");
  const [secret, setSecret] = useState("");
  const [found, setFound] = useState<Found | null>(null);

  async function check(revealing: boolean) {
    const told = parsed<Questions["verify"]["record"]>(record);
    const hidden = parsed<Questions["reveal"]["secret"]>(secret);
    if (told === null) return setFound({ kind: "fault", text: "This is not a record: a record is JSON, as it is copied here." });
    if (revealing && hidden === null) return setFound({ kind: "fault", text: "This is not a secret: a secret is JSON, as it is copied here." });
    try {
      if (revealing && hidden !== null) {
        const { text, steps } = await ask("reveal", { record: told, secret: hidden });
        return setFound({ kind: "told", text, steps, what: "It was settled beforehand, and this is how it ended." });
      }
      const { text, steps } = await ask("verify", { record: told });
      setFound({ kind: "told", text, steps, what: "The record holds: these faces lead to this end." });
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== null) setFound({ kind: "problem", problem });
    }
  }

  return (
    <div class="columns records">
      <section class="half stack" aria-labelledby={`${id}-title`}>
        <h3 id={`${id}-title`}>Check a record</h3>
        <div class="field">
          <label for={`${id}-record`}>A record, as it was copied</label>
          <textarea {...LITERAL} id={`${id}-record`} class="source" value={record} maxLength={500_000} onInput={({ currentTarget }) => setRecord(currentTarget.value)} />
        </div>
        <div class="field">
          <label for={`${id}-secret`}>Its secret, if something was hidden</label>
          <input {...LITERAL} id={`${id}-secret`} type="text" class="source" value={secret} maxLength={10_000} onInput={({ currentTarget }) => setSecret(currentTarget.value)} />
        </div>
        <div class="toolbar">
          <button type="button" disabled={record.trim() === ""} onClick={() => void check(false)}>
            Verify
          </button>
          <button type="button" disabled={record.trim() === "" || secret.trim() === ""} onClick={() => void check(true)}>
            Reveal
          </button>
        </div>
        <div role="status">
          {found === null ? null : found.kind === "problem" ? (
            <ProblemText problem={found.problem} />
          ) : found.kind === "fault" ? (
            <p class="fault">{found.text}</p>
          ) : (
            <>
              <p>
                <b>{found.what}</b>
              </p>
              <p class="line"><Struck text={found.text} /></p>
              <Steps steps={found.steps} />
            </>
          )}
        </div>
      </section>
      <section class="half stack" aria-labelledby={`${id}-rolled`}>
        <h3 id={`${id}-rolled`}>Rolled here</h3>
        {rolls.length === 0 ? <p class="soft">Nothing yet.</p> : null}
        <ol class="rolled-here">
          {rolls.map((rolled, index) => (
            <li key={rolls.length - index}>
              <span class="line"><Struck text={rolled.text} /></span>
              <button type="button" class="small quiet" aria-label={`Copy the record of ${rolled.text}`} onClick={() => copy(JSON.stringify(rolled.roll), "The record")}>
                Copy
              </button>
              <button type="button" class="small quiet" aria-label={`Check the record of ${rolled.text}`} onClick={() => setRecord(JSON.stringify(rolled.roll))}>
                Check
              </button>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** An object as it was pasted; whether it is what it should be is for the engine to say. */
function parsed<Wanted>(text: string): Wanted | null {
  try {
    const data: unknown = JSON.parse(text);
    return isObject(data) ? (data as Wanted) : null;
  } catch {
    return null;
  }
}
