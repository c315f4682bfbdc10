import { routeTo, writeRoute } from "../app/route";
import type { Problem } from "../contract";
import { capital, ended, withoutCall } from "../words";
import { Coded } from "./Coded";

interface ProblemTextProps {
  readonly problem: Problem;
  /** takes a whole text that would do */
  readonly onText?: ((text: string) => void) | undefined;
}

/** What is wrong, and what helps, in the engine's words; what it suggests can be taken. */
export function ProblemText({ problem, onText }: ProblemTextProps) {
  return (
    <div class="problem">
      <p class="fault">
        <Coded text={begun(ended(withoutCall(problem.message)))} />
      </p>
      {problem.hint === null ? null : (
        <p class="problem-hint">
          <Coded text={begun(problem.hint)} />
        </p>
      )}
      {onText === undefined || problem.fixes.length === 0 ? null : <Suggestions texts={problem.fixes} before={problem.text ?? ""} onText={onText} />}
      {problem.type.includes("errors#") ? (
        <a class="problem-more" href={writeRoute(routeTo("learn", {}, ["errors", problem.code]))}>
          More about this
        </a>
      ) : null}
    </div>
  );
}

interface SuggestionsProps {
  readonly texts: readonly string[];
  /** what was typed: of several lines, the one that differs is shown */
  readonly before?: string;
  readonly onText: (text: string) => void;
}

/** Texts that can be taken instead of the one that was typed. */
export function Suggestions({ texts, before = "", onText }: SuggestionsProps) {
  return (
    <div class="toolbar suggestions" role="group" aria-label="Suggestions">
      {texts.map((text) => (
        <button key={text} type="button" class="small" onClick={() => onText(text)}>
          <span class="visually-hidden">Use </span>
          <code>{text.split("\n").find((line) => !before.includes(line)) ?? text}</code>
        </button>
      ))}
    </div>
  );
}

/** With a capital letter, unless it begins with something to be typed: `score>=7`, `min(1, 2)`. */
function begun(text: string): string {
  return /^[a-z]\w*\b(?![=(])/.test(text) ? capital(text) : text;
}
