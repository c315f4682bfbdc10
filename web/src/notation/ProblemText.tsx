import { routeTo, writeRoute } from "../app/route";
import type { Problem } from "../contract";
import { Coded } from "./Coded";

interface ProblemTextProps {
  readonly problem: Problem;
  readonly id?: string | undefined;
}

/** What is wrong, and what helps, in the engine's words. */
export function ProblemText({ problem, id }: ProblemTextProps) {
  return (
    <div class="problem" id={id}>
      <p class="fault">
        <Coded text={sentence(problem.message)} />
      </p>
      {problem.hint === null ? null : (
        <p class="problem-hint">
          <Coded text={capital(problem.hint)} />
        </p>
      )}
      {problem.type.includes("errors#") ? (
        <a class="problem-more" href={writeRoute(routeTo("learn", {}, ["errors", problem.code]))}>
          More about this
        </a>
      ) : null}
    </div>
  );
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

function capital(text: string): string {
  return /^[a-z]\w*\b(?![=(])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
