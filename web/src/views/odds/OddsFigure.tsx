import { useMemo, useRef } from "preact/hooks";

import { Downloads } from "../../app/Downloads";
import { useLate } from "../../app/useLate";
import { Bars, type Target } from "../../charts/Bars";
import { chancesOf, isOrdered, MODES, slotsOf, type Mode, type Series } from "../../charts/distribution";
import { percentText, readFraction } from "../../charts/exact";
import type { Answers } from "../../contract";
import { LITERAL } from "../../notation/literal";
import { Plate } from "../../theme/Plate";
import { Segments } from "../../theme/Segments";
import { capital } from "../../words";
import { csvOf, jsonOf, type Line } from "./files";
import { MOST_ENTRIES } from "./state";
import { WordsDrawing } from "./WordsDrawing";

interface OddsFigureProps {
  readonly lines: readonly Line[];
  readonly mode: Mode;
  readonly target: Target | null;
  readonly caption: string;
  readonly waiting: boolean;
  readonly pairs: Answers["compare"]["pairs"];
  readonly link: () => string;
  readonly onMode: (mode: Mode) => void;
  readonly onTarget: (target: Target | null) => void;
}

const WORDS = MODES.map((mode) => [mode, capital(mode)] as const);

/** The first figure: the odds of all entries in one drawing, with the line that is dragged. */
export function OddsFigure({ lines, mode, target, caption, waiting, pairs, link, onMode, onTarget }: OddsFigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const late = useLate(waiting);
  const series: readonly Series[] = useMemo(
    () => lines.map(({ title, odds }) => ({ name: title, odds })),
    [lines.map(({ title }) => title).join("\n"), ...Array.from({ length: MOST_ENTRIES }, (_, index) => lines[index]?.odds)],
  );
  const ordered = useMemo(() => isOrdered(slotsOf(series)), [series]);
  const title = `Odds of ${lines.map((line) => line.title).join(", ")}`;
  return (
    <div ref={box} class={late ? "waiting" : undefined}>
      <Plate caption={caption}>
        {ordered ? (
          <div class="figure-controls screen-only">
            <Segments label="What a bar shows" options={WORDS} selected={mode} onSelect={onMode} />
            <TargetControl target={target} suggestion={middle(lines)} onTarget={onTarget} />
          </div>
        ) : null}
        {lines.length === 0 ? (
          <p class="soft empty-plate">{waiting ? "The odds are on their way." : "There is nothing to draw until some dice can be read."}</p>
        ) : (
          <Bars
            series={series}
            mode={mode}
            title={title}
            target={target ?? undefined}
            onTarget={(at) => onTarget({ side: target?.side ?? "at least", at })}
            height={330}
            axis="total"
            notes={notesOf(lines, target)}
          />
        )}
        <Downloads
          box={box}
          title={title}
          none={lines.length === 0}
          drawing={ordered ? undefined : () => <WordsDrawing series={series} title={title} />}
          csv={() => csvOf(lines)}
          json={() => jsonOf(lines, pairs, link())}
          link={link}
        />
      </Plate>
    </div>
  );
}

/** What a file tells beside the drawing: the formulas by their names, the target's chances, and where it is from. */
function notesOf(lines: readonly Line[], target: Target | null): readonly string[] {
  const value = target === null ? null : readFraction(target.at);
  const told = lines.flatMap(({ title, odds }) => {
    const chance = target === null || value === null ? null : (chancesOf(odds, [{ text: target.at, value }], target.side)[0] ?? null);
    const formula = title === odds.expression ? title : `${title}: ${odds.expression}`;
    if (chance === null || target === null) return title === odds.expression ? [] : [formula];
    return [`${formula}, ${target.side} ${target.at}: ${percentText(chance)}`];
  });
  return [...told, `Exact odds by Astragal, ${location.host}${location.pathname}`];
}

/** Where the line stands at first: the median of the first that has one. */
function middle(lines: readonly Line[]): string {
  const found = lines.flatMap(({ odds }) => odds.quantiles?.["50"] ?? []);
  return found.length === 0 ? "10" : String(found[0]);
}

interface TargetControlProps {
  readonly target: Target | null;
  readonly suggestion: string;
  readonly onTarget: (target: Target | null) => void;
}

function TargetControl({ target, suggestion, onTarget }: TargetControlProps) {
  if (target === null) {
    return (
      <button type="button" class="small" onClick={() => onTarget({ side: "at least", at: suggestion })}>
        Set a target
      </button>
    );
  }
  return (
    <div class="target-control">
      <select
        aria-label="Side of the target"
        value={target.side}
        onChange={({ currentTarget }) => onTarget({ ...target, side: currentTarget.value as Target["side"] })}
      >
        <option value="at least">Target: at least</option>
        <option value="at most">Target: at most</option>
        <option value="exactly">Target: exactly</option>
      </select>
      <input
        {...LITERAL}
        aria-label="Number of the target"
        inputMode="numeric"
        maxLength={40}
        value={target.at.replace("-", "−")}
        onInput={({ currentTarget }) => {
          const at = currentTarget.value.trim().replace("−", "-");
          if (readFraction(at) !== null) onTarget({ ...target, at });
        }}
        onBlur={({ currentTarget }) => {
          currentTarget.value = target.at;
        }}
      />
      <button type="button" class="small quiet" aria-label="No target" onClick={() => onTarget(null)}>
        ×
      </button>
    </div>
  );
}
