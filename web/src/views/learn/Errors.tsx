import { useEffect, useState } from "preact/hooks";

import { writeRoute } from "../../app/route";
import { useAnswer } from "../../app/useAnswer";
import { useGrowing } from "../../app/useGrowing";
import { Coded } from "../../notation/Coded";
import { ProblemText } from "../../notation/ProblemText";
import { rollRoute } from "../roll/link";
import { Filter } from "./Filter";
import { matches } from "./matches";

/** Every error code, with what it means and what to do; one of them may have been asked for. */
export function Errors({ code }: { readonly code: string | null }) {
  const { answer, problem } = useAnswer("errors", {});
  const [filter, setFilter] = useState("");
  const count = answer?.chapters.length ?? 0;
  const drawn = useGrowing(count, 3);

  useEffect(() => {
    if (answer === null || drawn < count) return;
    const entry = code === null ? null : document.getElementById(`code-${code}`);
    if (entry === null) window.scrollTo(0, 0);
    else entry.scrollIntoView({ block: "center" });
  }, [answer, code, drawn < count]);

  if (problem !== null) return <ProblemText problem={problem} />;
  if (answer === null) return <p class="soft waiting">The error codes are on their way …</p>;
  const known = answer.chapters.some(({ codes }) => codes.some((each) => each.code === code));
  const chapters = answer.chapters
    .map(({ title, codes }) => ({
      title,
      codes: codes.filter((each) => matches(filter, title, each.code, each.means, each.do)),
    }))
    .filter(({ codes }) => codes.length > 0);
  return (
    <div class="stack">
      <h2>When something is wrong</h2>
      <p>Each error has a code that stays the same. Here is what each of them means, and what to do.</p>
      {code === null || known ? null : <p class="fault">No error has the code “{code}”.</p>}
      <Filter typed={filter} onTyped={setFilter} placeholder="too many, bracket, sheet …" />
      {chapters.slice(0, drawn).map(({ title, codes }) => (
        <section key={title} class="chapter" aria-label={title}>
          <h3>{title}</h3>
          <dl class="codes">
            {codes.map((each) => (
              <div key={each.code} id={`code-${each.code}`} class={each.code === code ? "asked-for" : undefined}>
                <dt>
                  <code>{each.code}</code>
                </dt>
                <dd>
                  <p>{each.means}</p>
                  <p class="soft">
                    <Coded text={each.do} />
                  </p>
                  {each.example === null || each.example === "" ? null : (
                    <p>
                      <a href={writeRoute(rollRoute(each.example, {}))}>
                        See it: <code>{visible(each.example)}</code>
                      </a>
                    </p>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {chapters.length === 0 ? <p class="soft">No error has “{filter}”.</p> : null}
    </div>
  );
}

/** Characters that cannot be seen, written out. */
function visible(text: string): string {
  return text.replace(/\p{Cc}/gu, (hidden) => `\\x${hidden.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
