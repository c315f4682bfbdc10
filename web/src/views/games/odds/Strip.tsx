import { exactly, fractionText, percentText, ratio, shortFraction } from "../../../charts/exact";
import type { Part } from "./headline";

/** A row of slim bars, one for each of many values. */
export function Strip({ name, parts }: { readonly name: string; readonly parts: readonly Part[] }) {
  const chances = parts.map(({ exact }) => exactly(exact));
  const most = Math.max(...chances.map(ratio), 1e-9);
  return (
    <div class="strip-field">
      <span class="headline-name">{name}</span>
      <ol class="strip">
        {parts.map(({ text }, index) => {
          const chance = chances[index];
          if (chance === undefined) return null;
          return (
            <li key={text} title={`${text}: ${percentText(chance)}, ${shortFraction(fractionText(chance))}`}>
              <span class="strip-bar" aria-hidden="true">
                <span style={{ height: `${(ratio(chance) / most) * 100}%` }} />
              </span>
              <span class="strip-text">{text.replace(/^-/, "−")}</span>
              <span class="visually-hidden">: {percentText(chance)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
