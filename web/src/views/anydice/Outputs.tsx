import { useGrowing } from "../../app/useGrowing";
import { useServices } from "../../app/services";
import { Brief } from "../../charts/Brief";
import { decimalText, exactly, percentText } from "../../charts/exact";
import { outcomeText } from "../../charts/grid";
import type { Answers } from "../../contract";
import { rollRoute } from "../roll/link";
import type { Rolled } from "./useRolls";

export type Output = Answers["anydice"]["outputs"][number];

interface OutputsProps {
  readonly outputs: readonly Output[];
  readonly titles: readonly string[];
  /** the places of those in the graph */
  readonly drawn: readonly number[];
  /** whether there are more than a graph has room for */
  readonly choosable: boolean;
  /** whether another one has room in the graph */
  readonly room: boolean;
  readonly rolled: Rolled;
  readonly onDrawn: (place: number, drawn: boolean) => void;
  readonly onRoll: (place: number) => void;
}

const ROWS = 20;

/** Every output in numbers; each can be rolled. */
export function Outputs({ outputs, titles, ...rest }: OutputsProps) {
  const listed = useGrowing(outputs.length, ROWS);
  const notated = outputs.some(({ notation }) => notation !== null);
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Outputs">
      <table class="outputs">
        <caption>In numbers</caption>
        <thead>
          <tr>
            <th scope="col">output</th>
            <th scope="col" class="screen-only">
              rolled
            </th>
            {["mean", "deviation", "lowest", "highest"].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            {notated ? <th scope="col">in notation</th> : null}
          </tr>
        </thead>
        <tbody>
          {outputs.slice(0, listed).map((output, place) => (
            <Row key={place} output={output} place={place} title={titles[place] ?? output.label} notated={notated} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<OutputsProps, "outputs" | "titles"> & {
  readonly output: Output;
  readonly place: number;
  readonly title: string;
  /** whether there is a column for notation */
  readonly notated: boolean;
};

function Row({ output: { odds, within, notation }, place, title, notated, drawn, choosable, room, rolled, onDrawn, onRoll }: RowProps) {
  const seen = drawn.includes(place);
  const name = (
    <>
      {choosable && odds !== null ? (
        <input
          type="checkbox"
          class="screen-only"
          aria-label={`Draw ${title}`}
          checked={seen}
          disabled={!seen && !room}
          onChange={({ currentTarget }) => onDrawn(place, currentTarget.checked)}
        />
      ) : null}
      <span>{title}</span>
    </>
  );
  if (odds === null) {
    return (
      <tr>
        <th scope="row">
          <span class="output-name">{name}</span>
        </th>
        <td colSpan={6} class="soft">
          nothing can come out
        </td>
      </tr>
    );
  }
  const mean = exactly(odds.mean?.exact ?? "0");
  return (
    <tr>
      <th scope="row">
        <span class="output-name">{name}</span>
        {within === null ? null : (
          <span class="fraction">rounded; no chance is off by more than {percentText(exactly(within.exact))}</span>
        )}
      </th>
      <td class="screen-only">
        <button type="button" class="small" aria-label={`Roll ${title}`} onClick={() => onRoll(place)}>
          Roll
        </button>
        <span class="rolled">{(rolled[place] ?? "").replace(/^-/, "−")}</span>
      </td>
      <td class="number">
        {decimalText(mean, 2)}
        <Brief of={mean} />
      </td>
      <td class="number">{odds.sd === null ? "–" : odds.sd.toFixed(2)}</td>
      <td class="number">{outcomeText(odds.min)}</td>
      <td class="number">{outcomeText(odds.max)}</td>
      {notated ? <td>{notation === null ? null : <InNotation text={notation} />}</td> : null}
    </tr>
  );
}

/** Dice with the same odds: to go on with them in another view. */
function InNotation({ text }: { text: string }) {
  const { go } = useServices();
  return (
    <button type="button" class="link" aria-label={`Open ${text} in Odds`} onClick={() => go(rollRoute(text, {}, "odds"))}>
      <code>{text}</code>
    </button>
  );
}
