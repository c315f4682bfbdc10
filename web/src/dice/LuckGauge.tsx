import { percentText, ratio } from "../charts/exact";
import { luckWords, sharesOf, type Luck } from "./luck";

const WIDTH = 240;

/** A ruled line from the lowest roll to the highest; where this one lies is inked. */
export function LuckGauge({ luck }: { readonly luck: Luck }) {
  const words = luckWords(luck);
  if (words === null) return null;
  const { below, equal, above } = sharesOf(luck);
  if (below === null || above === null) return <p class="luck-words">{words}</p>;
  const from = ratio(below) * WIDTH;
  const wide = Math.max(ratio(equal) * WIDTH, 2);
  const told = `${percentText(below, 1)} of rolls are lower, ${percentText(equal, 1)} the same, ${percentText(above, 1)} higher`;
  return (
    <div class="luck">
      <svg viewBox={`0 0 ${WIDTH} 16`} role="img" aria-label={told} class="luck-gauge" preserveAspectRatio="none">
        <title>{told}</title>
        <path class="luck-scale" d={`M0 12H${WIDTH}${ticks()}`} />
        <rect class="luck-here" x={Math.min(from, WIDTH - wide)} y="3" width={wide} height="9" />
      </svg>
      <p class="luck-words">{words}</p>
    </div>
  );
}

function ticks(): string {
  return Array.from({ length: 11 }, (_, tenth) => `M${(tenth * WIDTH) / 10} 12V${tenth % 5 === 0 ? 16 : 14.5}`).join("");
}
