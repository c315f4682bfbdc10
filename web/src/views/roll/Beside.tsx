import type { PastRoll } from "../../state/shapes";
import { AtGames } from "./AtGames";
import { Examples } from "./Examples";
import { History } from "./History";
import { Keeping } from "./Keeping";
import { Saved } from "./Saved";

interface BesideProps {
  readonly onPick: (expression: string) => void;
  readonly onAgain: (roll: PastRoll) => void;
  readonly onCopy: (text: string) => void;
  readonly onHold: (expression: string, element: HTMLElement) => void;
}

/** What can be rolled without typing: saved rolls, examples, what was rolled before. */
export default function Beside({ onPick, onAgain, onCopy, onHold }: BesideProps) {
  return (
    <>
      <Saved onPick={onPick} onHold={onHold} />
      <Examples onPick={onPick} />
      <AtGames />
      <History onAgain={onAgain} onCopy={onCopy} onHold={onHold} />
      <Keeping />
    </>
  );
}
