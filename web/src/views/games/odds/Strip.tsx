import { exactly, fractionText, percentText, ratio, shortFraction } from "../../../charts/exact";
import type { Part } from "./headline";

const LABELLED = 14;

/** `12, triumph` is labelled 12. */
function short(text: string): string {
  return (text.split(",")[0] ?? "").replace(/^-/, "−");
}

/** A row of slim bars, one for each of many values. */
export function Strip({ parts }: { readonly parts: readonly Part[] }) {
  const chances = parts.map(({ exact }) => exactly(exact));
  const every = Math.ceil(parts.length / LABELLED);
  const most = Math.max(...chances.map(ratio), 1e-9);
  return (
    <div class="strip-field">
      <span class="headline-name" aria-hidden="true">
        {parts[0]?.text} to {parts.at(-1)?.text}
      </span>
      <ol class="strip">
        {parts.map(({ text, number }, index) => {
          const chance = chances[index];
          if (chance === undefined) return null;
          return (
            <li key={text} title={`${text}: ${percentText(chance)}, ${shortFraction(fractionText(chance))}`}>
              <span class="strip-bar" aria-hidden="true">
                <span style={{ height: `${(ratio(chance) / most) * 100}%` }} />
              </span>
              <span class="strip-text" aria-hidden="true">
                {index % every === 0 ? short(number === undefined ? text : String(number)) : "\u00a0"}
              </span>
              <span class="visually-hidden">
                {text}: {percentText(chance)}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
