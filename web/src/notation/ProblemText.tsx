import { routeTo, writeRoute } from "../app/route";
import type { Problem } from "../contract";
import { capital, ended } from "../words";
import { Coded } from "./Coded";

/** What is wrong, and what helps, in the engine's words. */
export function ProblemText({ problem }: { readonly problem: Problem }) {
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
      {problem.type.includes("errors#") ? (
        <a class="problem-more" href={writeRoute(routeTo("learn", {}, ["errors", problem.code]))}>
          More about this
        </a>
      ) : null}
    </div>
  );
}

/** With a capital letter, unless it begins with something to be typed: `score>=7`, `min(1, 2)`. */
function begun(text: string): string {
  return /^[a-z]\w*\b(?![=(])/.test(text) ? capital(text) : text;
}
