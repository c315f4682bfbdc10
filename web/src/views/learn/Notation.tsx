import { useState } from "preact/hooks";

import { useAnswer } from "../../app/useAnswer";
import { useGrowing } from "../../app/useGrowing";
import { ProblemText } from "../../notation/ProblemText";
import { Filter } from "./Filter";
import { matches } from "./matches";
import { Sample } from "./Sample";

/** All that can be typed, on one page, as the engine lists it. */
export function Notation() {
  const { answer, problem } = useAnswer("notation", {});
  const [filter, setFilter] = useState("");
  const drawn = useGrowing(answer?.chapters.length ?? 0, 2);
  if (problem !== null) return <ProblemText problem={problem} />;
  if (answer === null) return <p class="soft waiting">The notation is on its way …</p>;
  const chapters = answer.chapters
    .map(({ title, examples }) => ({
      title,
      examples: examples.filter(({ text, meaning }) => matches(filter, title, text, meaning)),
    }))
    .filter(({ examples }) => examples.length > 0);
  return (
    <div class="stack">
      <h2>The notation</h2>
      <p>
        Every line can be rolled where it stands: press its dice. The small numbers are what was once rolled, and what
        came of it.
      </p>
      <Filter typed={filter} onTyped={setFilter} placeholder="keep, explode, ▲, highest …" />
      {chapters.slice(0, drawn).map(({ title, examples }) => (
        <section key={title} class="chapter" aria-label={title}>
          <h3>{title}</h3>
          <ul class="samples">
            {examples.map((example) => (
              <Sample key={`${example.text} ${example.meaning}`} example={example} />
            ))}
          </ul>
        </section>
      ))}
      {chapters.length === 0 ? <p class="soft">Nothing in the notation has “{filter}”.</p> : null}
    </div>
  );
}
