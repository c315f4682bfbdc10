/** A linear scale: where a number stands in a drawing, and the round numbers worth a line. */
export interface Scale {
  (value: number): number;
  ticks(count: number): readonly number[];
}

type Ends = readonly [from: number, to: number];

/** The scale from a domain, made longer to round numbers, to a range. */
export function niceScale([least, most]: Ends, [from, to]: Ends, count: number): Scale {
  const step = roundStep(least, most, count);
  const [low, high] = step === 0 ? [least, most] : [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  return scale([low, high], [from, to]);
}

export function scale([low, high]: Ends, [from, to]: Ends): Scale {
  const place = (value: number) => (high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from));
  return Object.assign(place, { ticks: (count: number) => ticksBetween(low, high, count) });
}

/** About `count` steps of 1, 2 or 5 times a power of ten; 0 if there is nothing between. */
function roundStep(low: number, high: number, count: number): number {
  const rough = (high - low) / count;
  if (!(rough > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(rough));
  const error = rough / power;
  return power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
}

function ticksBetween(low: number, high: number, count: number): readonly number[] {
  const step = roundStep(low, high, count);
  if (step === 0) return [low];
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Whole multiples, written without what floats add.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The least and the greatest, however many there are: a call takes some ten thousand numbers. */
export function extremes(numbers: Iterable<number>): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const each of numbers) {
    if (each < least) least = each;
    if (each > most) most = each;
  }
  return [least, most];
}
