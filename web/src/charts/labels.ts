/** Which labels of an axis are drawn, so that none touches another. */

import type { Slot } from "./distribution";

const NICE = [1n, 2n, 5n, 10n, 20n, 25n, 50n, 100n, 200n, 250n, 500n, 1000n];

/** How wide a text is, about: figures are narrower than words. */
export function textWidth(text: string, size: number): number {
  return text.length * size * (/^[\d\s.,%−/-]*$/.test(text) ? 0.52 : 0.5);
}

/** The slots that get a label, `step` pixels apart: round numbers where they are whole, else one in so many. */
export function labelled(slots: readonly Slot[], step: number, size: number, gap = 8): number[] {
  const widest = Math.max(0, ...slots.map((slot) => textWidth(slot.text, size)));
  const apart = Math.max(1, Math.ceil((widest + gap) / step));
  const every = slots.map((_, index) => index);
  if (apart === 1) return every;
  if (!consecutive(slots)) return every.filter((index) => index % apart === 0);
  const nice = NICE.find((each) => each >= BigInt(apart)) ?? BigInt(apart);
  return every.filter((index) => (slots[index]?.value?.over ?? 1n) % nice === 0n);
}

/** Whole numbers without a gap. */
function consecutive(slots: readonly Slot[]): boolean {
  return slots.every((slot, index) => {
    const before = slots[index - 1];
    if (slot.value === null || slot.value.under !== 1n) return false;
    return index === 0 || (before?.value != null && slot.value.over - before.value.over === 1n);
  });
}
