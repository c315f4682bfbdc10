import { exactly, fractionText, percentText, ratio, shortFraction } from "./exact";
import { rising, Swatch } from "./tones";

export interface HeadlinePart {
  text: string;
  exact: string;
}

interface HeadlineProps {
  /** the values of a field, from worst to best */
  parts: readonly HeadlinePart[];
  label?: string;
}

/** A field of the outcome at a glance: a bar, its parts named below it. */
export function Headline({ parts, label = "Odds at a glance" }: HeadlineProps) {
  const tones = rising(parts.length);
  return (
    <div class="headline" role="group" aria-label={label}>
      <div class="headline-field">
        <div class="headline-bar" aria-hidden="true">
          {parts.map((part, index) => (
            <span key={part.text} class={`headline-part swatch-${tones[index]}`} style={{ flexGrow: ratio(exactly(part.exact)) }} />
          ))}
        </div>
        <ul class="headline-list">
          {parts.map((part, index) => (
            <li key={part.text} title={shortFraction(fractionText(exactly(part.exact)))}>
              <Swatch tone={tones[index]!} /> {part.text} <b>{percentText(exactly(part.exact))}</b>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
