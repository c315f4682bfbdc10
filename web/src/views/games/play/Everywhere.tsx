import { useAnswer } from "../../../app/useAnswer";
import { More, useWindow } from "../../../charts/Windowed";
import type { Answers, Paused } from "../../../contract";
import { capital } from "../../../words";

type Question = Answers["plan"]["questions"][number];

/** What is best in every situation of a rule, as tables to play by. */
export function Everywhere({ token, aim }: { token: Paused["token"]; aim: string }) {
  const { rule, parameters } = token;
  const asked = rule === undefined ? null : { rule, parameters, aim: aim === "" ? null : aim };
  const { answer, problem, waiting } = useAnswer("plan", asked);
  if (answer === null) return <p role="status">{waiting ? "Working it out …" : (problem?.message ?? "")}</p>;
  return (
    <div class="stack">
      <p class="soft">{capital(answer.summary)}</p>
      {answer.questions.map((question) => (
        <Best key={question.question} question={question} />
      ))}
    </div>
  );
}

function Best({ question }: { question: Question }) {
  const window = useWindow(question.rows.length, question.facts.length + 1);
  return (
    <div class="scrolls">
      <table class="prospects">
        <thead>
          <tr>
            {[...question.facts, question.question].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {question.rows.slice(0, window.rows).map((row, place) => (
            <tr key={place}>
              {question.facts.map((fact) => (
                <td key={fact}>{row.where[fact]}</td>
              ))}
              <th scope="row">{row.best}</th>
            </tr>
          ))}
        </tbody>
      </table>
      <More window={window} count={question.rows.length} noun="rows" />
    </div>
  );
}
