import { useState } from "preact/hooks";

import { useAnswer } from "../../../app/useAnswer";
import { Effects } from "../../../charts/Effects";
import type { Questions } from "../../../contract";
import { ProblemText } from "../../../notation/ProblemText";
import { labelOf, type Parameter } from "../form/parameters";
import { coordinateAmong } from "./axes";
import { MeasuredBy } from "./MeasuredBy";

interface WhatMattersProps {
  readonly subject: Questions["odds"];
  readonly parameters: readonly Parameter[];
  readonly fields: readonly string[];
  /** what is measured unless somebody says otherwise */
  readonly aim: string;
}

const NO_NUMBER = "not-numbers";

/** What one step of each value in the form is worth. */
export function WhatMatters({ subject, parameters, fields, aim }: WhatMattersProps) {
  const [of, setOf] = useState<string | null>(null);
  const measured = of ?? aim;
  const { answer, problem, waiting } = useAnswer("matters", { ...subject, of: measured.trim() === "" ? null : measured }, { delay: 60 });
  return (
    <div class="stack matters">
      <div class="sweep-form">
        <MeasuredBy fields={fields} value={measured} onTyped={setOf} />
      </div>
      <div class={waiting ? "waiting" : undefined} aria-busy={waiting}>
        {problem?.code === NO_NUMBER ? (
          <p class="soft">Words cannot be more or less. Measure by a number, by a yes or no, or by a comparison with one word.</p>
        ) : problem !== null ? (
          <ProblemText problem={problem} />
        ) : answer === null ? (
          <p class="soft">Working it out …</p>
        ) : (
          <Effects answer={answer} called={labelOf} named={coordinateAmong(parameters)} />
        )}
      </div>
    </div>
  );
}
