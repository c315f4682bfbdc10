import { Underway } from "../../../app/Underway";
import { gameGroups } from "../../../dice/drawn";
import { LuckGauge } from "../../../dice/LuckGauge";
import { Roll } from "../../../dice/Roll";
import { Steps } from "../../../dice/Steps";
import { Struck } from "../../../dice/Struck";
import { settledOf, type Table } from "../../../dice/table";
import { ProblemText } from "../../../notation/ProblemText";
import { Plate } from "../../../theme/Plate";
import { capital, sentence, signed } from "../../../words";
import { labelOf } from "../form/parameters";
import type { Settled } from "./rolling";
import { Waiting } from "./Waiting";

interface GameTableProps {
  readonly table: Table<Settled>;
  /** changes with every roll, so that dice fall anew */
  readonly turn: number;
  /** dice are in the air: nothing tells what they show */
  readonly falling: boolean;
  readonly aim: string;
  readonly fields: readonly string[];
  readonly onDecide: (decision: string) => void;
  readonly onGoOn: (toTheEnd: boolean) => void;
  readonly onReveal: () => void;
}

/** The plate on which a game's dice fall, and what they mean in its words. */
export function GameTable(props: GameTableProps) {
  const { table } = props;
  const shown = settledOf(table);
  if (shown === null) return table.kind === "rolling" ? <Underway words="Rolling …" /> : null;
  return (
    <Plate class={["game-table", table.kind === "rolling" ? "waiting" : "", props.falling ? "in-air" : ""].filter(Boolean).join(" ")} caption={captionOf(shown)}>
      <Shown {...props} shown={shown} />
    </Plate>
  );
}

/** A number alone: the die says it. */
const BARE = /^\d*$/;

function Shown({ shown, turn, aim, fields, onDecide, onGoOn, onReveal }: GameTableProps & { readonly shown: Settled }) {
  if (shown.kind === "problem") return <ProblemText problem={shown.problem} />;
  if (shown.kind === "paused") {
    const groups = gameGroups(shown.answer.paused.groups);
    return (
      <>
        <Roll key={turn} groups={groups} outcome={shown.answer.paused.options.length > 0 ? "" : capital(shown.answer.paused.waits_for)} falling spoken="" />
        <Waiting key={`waiting ${turn}`} answer={shown.answer} aim={aim} fields={fields} onDecide={onDecide} onGoOn={onGoOn} />
      </>
    );
  }
  const { answer, secret, revealed } = shown;
  const groups = gameGroups(answer.roll.groups);
  return (
    <>
      <Roll key={turn} groups={groups} outcome={signed(capital(answer.outcome))} falling={!revealed} spoken="" />
      {BARE.test(answer.dice) ? null : <p class="story"><Struck text={sentence(answer.dice)} /></p>}
      {answer.luck === null ? null : <LuckGauge luck={answer.luck} />}
      {secret === null || revealed ? null : (
        <div class="toolbar">
          <button type="button" onClick={onReveal}>
            Reveal {Object.keys(secret.values).map(labelOf).join(" and ")}
          </button>
        </div>
      )}
      {answer.changes === undefined || answer.changes.length === 0 ? null : (
        <ul class="changes" aria-label="What changed on the sheets">
          {answer.changes.map((change) => (
            <li key={change}>{capital(change)}</li>
          ))}
        </ul>
      )}
      <Steps steps={answer.steps} />
    </>
  );
}

function captionOf(shown: Settled) {
  if (shown.kind === "problem") return "This was not rolled.";
  if (shown.kind === "paused" || shown.secret === null) return undefined;
  return shown.revealed ? "What was hidden is told; the record proves it was settled before." : "The difficulty is settled, and hidden.";
}
