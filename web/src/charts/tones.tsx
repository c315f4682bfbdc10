/** Fills as an engraver has them: told apart without colour, from blank paper to solid ink, and one accent; series have colours. */

export type Tone = "blank" | "dots" | "hatch" | "cross" | "ink" | "accent" | `series-${number}`;

const BY_COUNT: readonly (readonly Tone[])[] = [
  [],
  ["ink"],
  ["hatch", "accent"],
  ["hatch", "ink", "accent"],
  ["blank", "hatch", "ink", "accent"],
  ["blank", "hatch", "cross", "ink", "accent"],
  ["blank", "dots", "hatch", "cross", "ink", "accent"],
];

/** Tones for outcomes from worst to best: ever darker, the last in the accent. */
export function rising(count: number): readonly Tone[] {
  const known = BY_COUNT[count];
  if (known !== undefined) return known;
  const cycle: readonly Tone[] = ["blank", "dots", "hatch", "cross", "ink"];
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? "accent" : (cycle[index % cycle.length] as Tone)));
}

export const MOST_SERIES = 8;

/** The tone of one series among several. */
export function beside(index: number): Tone {
  return `series-${index % MOST_SERIES}`;
}

const SOLID: Partial<Record<Tone, string>> = { ink: "tone-ink", accent: "tone-accent", blank: "tone-blank" };

export const isPatterned = (tone: Tone) => SOLID[tone] === undefined && !tone.startsWith("series");

/** What to put on an SVG shape to fill it with a tone. */
export function toned(tone: Tone, patterns: string): { class: string; fill?: string } {
  const solid = tone.startsWith("series") ? `tone-${tone}` : SOLID[tone];
  return solid === undefined ? { class: "tone-pattern", fill: `url(#${patterns}-${tone})` } : { class: solid };
}

/** The patterns, once in each drawing: `id` keeps them apart from other drawings'. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-hatch`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="tone-paper" width="4" height="4" />
        <path class="tone-line" d="M0 2H4" />
      </pattern>
      <pattern id={`${id}-cross`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="tone-paper" width="4" height="4" />
        <path class="tone-line" d="M0 2H4M2 0V4" />
      </pattern>
      <pattern id={`${id}-dots`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="tone-paper" width="5" height="5" />
        <circle class="tone-dot" cx="2.5" cy="2.5" r="0.9" />
      </pattern>
    </defs>
  );
}

/** A sample of a tone in a line of text. */
export function Swatch({ tone }: { tone: Tone }) {
  return <span class={`swatch swatch-${tone}`} aria-hidden="true" />;
}
