import { Struck } from "./Struck";

interface StepsProps {
  readonly steps: readonly string[];
  readonly open?: boolean;
  readonly class?: string;
}

/** Of an engine's line, for each space that it is set in by. */
const INDENT = 0.75;

/** How a roll came about, line by line; what happens inside something is set in. */
export function Steps({ steps, open = false, class: extra = "" }: StepsProps) {
  if (steps.length === 0) return null;
  return (
    <details class={`steps ${extra}`.trim()} open={open}>
      <summary>Step by step</summary>
      <ol>
        {steps.map((step, index) => {
          const text = step.trimStart();
          const indent = step.length - text.length;
          return (
            <li key={index} class={indent > 0 ? "inner" : undefined} style={{ paddingLeft: `${indent * INDENT}rem` }}>
              <Struck text={text} />
            </li>
          );
        })}
      </ol>
    </details>
  );
}
