/** Dice that fall: nothing tells what they show before they lie. */

/** Milliseconds from the throw until the last die lies, as dice.css has it. */
const FALL = 480;

const STILL = "(prefers-reduced-motion: reduce)";

export function fallTime(): number {
  return typeof matchMedia !== "function" || matchMedia(STILL).matches ? 0 : FALL;
}

/** Resolves when the dice lie, which can be felt where a device has a motor. */
export async function fallen(): Promise<void> {
  const time = fallTime();
  if (time === 0) return;
  await new Promise((resolve) => setTimeout(resolve, time));
  navigator.vibrate?.(12);
}
