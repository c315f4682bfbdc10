import { useMemo, useRef } from "preact/hooks";

import { Downloads } from "../../app/Downloads";
import { useLate } from "../../app/useLate";
import { Bars } from "../../charts/Bars";
import { MODES, type Mode, type Series } from "../../charts/distribution";
import type { Answers, Odds } from "../../contract";
import { fileName, saveText } from "../../files";
import { Plate } from "../../theme/Plate";
import { Segments } from "../../theme/Segments";
import { capital } from "../../words";
import { csvOf } from "../odds/files";
import { jsonOf } from "./files";
import type { Shape, State } from "./link";
import { OutcomeTable } from "./OutcomeTable";

export interface Titled {
  readonly title: string;
  readonly place: number;
  readonly odds: Odds;
}

interface ProgramFigureProps {
  readonly state: State;
  readonly answer: Answers["anydice"] | null;
  /** those that have outcomes */
  readonly outputs: readonly Titled[];
  /** the places of those in the graph */
  readonly drawn: readonly number[];
  readonly waiting: boolean;
  /** of the last program that could be run, not of what is typed now */
  readonly old: boolean;
  readonly link: () => string | null;
  readonly onMode: (mode: Mode) => void;
  readonly onShape: (shape: Shape) => void;
}

const WORDS: readonly (readonly [Mode, string])[] = MODES.map((mode) => [mode, mode === "exactly" ? "Normal" : capital(mode)]);
const SHAPES: readonly (readonly [Shape, string])[] = [
  ["graph", "Graph"],
  ["table", "Table"],
];

/** What a program puts out, as a graph or a table. */
export function ProgramFigure({ state, answer, outputs, drawn, waiting, old, link, onMode, onShape }: ProgramFigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const late = useLate(waiting);
  const all: readonly Series[] = useMemo(() => outputs.map(({ title, odds }) => ({ name: title, odds })), [outputs]);
  const series = useMemo(() => all.filter((_, index) => drawn.includes(outputs[index]!.place)), [all, drawn.join()]);
  const title = state.shape === "graph" ? `Odds of ${series.map(({ name }) => name).join(", ")}` : "Odds of every output";
  return (
    <div ref={box} class={late ? "waiting" : undefined} aria-busy={late}>
      <Plate class={old ? "old" : ""} caption={captionOf(outputs.length, series.length, state.shape, old)}>
        <div class="figure-controls screen-only">
          <Segments label="What is shown of each outcome" options={WORDS} selected={state.mode} onSelect={onMode} />
          <Segments label="How it is shown" options={SHAPES} selected={state.shape} onSelect={onShape} />
        </div>
        {all.length === 0 ? (
          <p class="soft empty-plate">{emptyWords(waiting, answer)}</p>
        ) : state.shape === "table" ? (
          <OutcomeTable series={all} mode={state.mode} title={title} />
        ) : (
          <Bars series={series} mode={state.mode} title={title} height={330} notes={[`Exact odds by Astragal, ${location.host}${location.pathname}`]} />
        )}
        <Downloads
          box={box}
          title={title}
          none={all.length === 0}
          csv={() => csvOf(outputs.map(({ title: name, odds }) => ({ title: name, question: {}, odds })))}
          json={() => (answer === null ? "" : jsonOf(state.program, answer, link()))}
          link={link}
        >
          <button type="button" class="small quiet" onClick={() => saveText(state.program, fileName("program", "anydice"))}>
            Program
          </button>
        </Downloads>
      </Plate>
    </div>
  );
}

function emptyWords(waiting: boolean, answer: Answers["anydice"] | null): string {
  if (waiting) return "The odds are on their way.";
  if (answer === null) return "There is nothing to draw until the program can be run.";
  return answer.outputs.length === 0 ? "The program has no output: write “output” in front of a value." : "Nothing can come out.";
}

function captionOf(all: number, drawn: number, shape: Shape, old: boolean): string | undefined {
  if (all === 0) return undefined;
  if (old) return "This is what the program put out before the last change.";
  if (shape === "graph" && drawn < all) return `${drawn} of ${all} outputs are drawn; choose them below.`;
  return all === 1 ? "What the program puts out." : `What the program puts out: ${all} outputs.`;
}
