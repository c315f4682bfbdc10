import { Underway } from "../../app/Underway";
import { Die } from "../../dice/Die";
import { endingOf } from "../../dice/ending";
import { drawnGroups } from "../../dice/drawn";
import { LuckGauge } from "../../dice/LuckGauge";
import { Roll } from "../../dice/Roll";
import { Steps } from "../../dice/Steps";
import { Struck } from "../../dice/Struck";
import { settledOf, type Table as OnTable } from "../../dice/table";
import { ProblemText } from "../../notation/ProblemText";
import { Plate } from "../../theme/Plate";
import { capital, sentence } from "../../words";
import { Choice } from "./Choice";
import type { Settled } from "./rolling";

interface TableProps {
  readonly table: OnTable<Settled>;
  /** changes with every roll, so that dice fall anew */
  readonly turn: number;
  /** dice are in the air: nothing tells what they show */
  readonly falling: boolean;
  readonly onDecide: (decision: string) => void;
}

/** The plate on which dice fall. */
export function Table({ table, turn, falling, onDecide }: TableProps) {
  const shown = settledOf(table);
  if (shown === null) return <AtRest rolling={table.kind === "rolling"} />;
  return (
    <Plate class={falling ? "table in-air" : "table"} caption={captionOf(shown)}>
      {table.kind === "rolling" ? <Underway words="Rolling …" /> : null}
      <Shown shown={shown} turn={turn} onDecide={onDecide} />
    </Plate>
  );
}

function Shown({ shown, turn, onDecide }: { shown: Settled; turn: number; onDecide: (decision: string) => void }) {
  if (shown.kind === "problem") return <ProblemText problem={shown.problem} />;
  if (shown.kind === "paused") return <Choice key={turn} answer={shown.answer} onDecide={onDecide} />;
  const { answer } = shown;
  const { text, note } = endingOf(answer);
  return (
    <>
      <Roll key={turn} groups={drawnGroups(answer.roll)} outcome={"rule" in answer.roll ? capital(text) : text} note={note} falling spoken="" />
      {"rule" in answer.roll && answer.dice !== "" ? <p class="story"><Struck text={sentence(answer.dice)} /></p> : null}
      {answer.luck === null ? null : <LuckGauge luck={answer.luck} />}
      <Steps steps={answer.steps} class="screen-only" />
    </>
  );
}

function captionOf(shown: Settled) {
  if (shown.kind === "problem") return "This was not rolled.";
  if (shown.kind === "paused") return "The roll waits for you.";
  return shown.caption ?? <span class="line"><Struck text={shown.answer.text} /></span>;
}

const RESTING = [
  ["d4", 4],
  ["d6", 6],
  ["d8", 8],
  ["d10", 10],
  ["d12", 12],
  ["d20", 20],
] as const;

/** Before the first roll: the dice, as a plate in a book of games shows them. */
function AtRest({ rolling }: { rolling: boolean }) {
  return (
    <Plate class="table resting" caption="The dice, at rest. Press Enter, or Roll.">
      {rolling ? <Underway words="Rolling …" /> : null}
      <div class="resting-dice" aria-hidden="true">
        {RESTING.map(([name, value]) => (
          <Die key={name} name={name} value={value} size={72} />
        ))}
      </div>
    </Plate>
  );
}
