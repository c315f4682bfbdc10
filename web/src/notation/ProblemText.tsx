import { routeTo, writeRoute } from "../app/route";
import type { Problem } from "../contract";
import { capital, ended } from "../words";
import { Coded } from "./Coded";

interface ProblemTextProps {
  readonly problem: Problem;
  /** whole texts that would do */
  readonly fixes?: readonly string[];
  readonly onText?: ((text: string) => void) | undefined;
}

/** What is wrong, and what helps, in the engine's words; what it suggests can be taken. */
export function ProblemText({ problem, fixes = [], onText }: ProblemTextProps) {
  return (
    <div class="problem">
      <p class="fault">
        <Coded text={begun(ended(problem.message))} />
      </p>
      {problem.hint === null ? null : (
        <p class="problem-hint">
          <Coded text={begun(problem.hint)} />
        </p>
      )}
      {onText === undefined || fixes.length === 0 ? null : <Suggestions texts={fixes} onText={onText} />}
      {problem.type.includes("errors#") ? (
        <a class="problem-more" href={writeRoute(routeTo("learn", {}, ["errors", problem.code]))}>
          More about this
        </a>
      ) : null}
    </div>
  );
}

/** Texts that can be taken instead of the one that was typed. */
export function Suggestions({ texts, onText }: { readonly texts: readonly string[]; readonly onText: (text: string) => void }) {
  return (
    <div class="toolbar suggestions" role="group" aria-label="Suggestions">
      {texts.map((text) => (
        <button key={text} type="button" class="small" onClick={() => onText(text)}>
          <span class="visually-hidden">Use </span>
          <code>{text}</code>
        </button>
      ))}
    </div>
  );
}

/** With a capital letter, unless it begins with something to be typed: `score>=7`, `min(1, 2)`. */
function begun(text: string): string {
  return /^[a-z]\w*\b(?![=(])/.test(text) ? capital(text) : text;
}
