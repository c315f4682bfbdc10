import { compare, exactly, fractionText, ONE, percentText, plus, ratio, shortFraction, ZERO, type Fraction } from "./exact";
import { rising, Swatch } from "./tones";

export interface HeadlinePart {
  text: string;
  exact: string;
}

interface HeadlineProps {
  /** as an answer to `odds` gives them, from worst to best; several fields follow each other, each adding up to one */
  parts: readonly HeadlinePart[];
  label?: string;
}

/** The odds at a glance: a bar for each field, its parts named below it. */
export function Headline({ parts, label = "Odds at a glance" }: HeadlineProps) {
  return (
    <div class="headline" role="group" aria-label={label}>
      {fieldsOf(parts).map((field, index) => <Field key={index} parts={field} />)}
    </div>
  );
}

function Field({ parts }: { parts: readonly HeadlinePart[] }) {
  const tones = rising(parts.length);
  const { name, texts } = sharedName(parts.map((part) => part.text));
  return (
    <div class="headline-field">
      {name === "" ? null : <span class="headline-name">{name}</span>}
      <div class="headline-bar" aria-hidden="true">
        {parts.map((part, index) => (
          <span key={part.text} class={`headline-part swatch-${tones[index]}`} style={{ flexGrow: ratio(exactly(part.exact)) }} />
        ))}
      </div>
      <ul class="headline-list">
        {parts.map((part, index) => {
          const chance = exactly(part.exact);
          return (
            <li key={part.text} title={shortFraction(fractionText(chance))}>
              <Swatch tone={tones[index]!} /> {texts[index]} <b>{percentText(chance)}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Parts are put together until they add up to one; whatever is left over stands alone. */
export function fieldsOf(parts: readonly HeadlinePart[]): HeadlinePart[][] {
  const fields: HeadlinePart[][] = [];
  let open: HeadlinePart[] = [];
  let sum: Fraction = ZERO;
  for (const part of parts) {
    open.push(part);
    sum = plus(sum, exactly(part.exact));
    if (compare(sum, ONE) < 0) continue;
    fields.push(open);
    [open, sum] = [[], ZERO];
  }
  if (open.length > 0) fields.push(open);
  return fields;
}

/** `grade Fumble`, `grade Success`: the word they share is said once. */
export function sharedName(texts: readonly string[]): { name: string; texts: readonly string[] } {
  const first = texts[0]?.split(" ")[0] ?? "";
  const shared = texts.length > 1 && texts.every((text) => text.startsWith(`${first} `));
  return shared ? { name: first, texts: texts.map((text) => text.slice(first.length + 1)) } : { name: "", texts };
}
