/** Milliseconds that a slice of work may take before the page is drawn and heard again. */
const SLICE = 12;

/** A moment in which the page is drawn and heard. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** What is made of each, in slices, so that the page stays quick however many there are. */
export async function inSlices<From, To>(
  each: readonly From[],
  make: (from: From) => To,
  pause: () => Promise<void> = breath,
): Promise<To[]> {
  const made: To[] = [];
  let begun = performance.now();
  for (const from of each) {
    made.push(make(from));
    if (performance.now() - begun < SLICE) continue;
    await pause();
    begun = performance.now();
  }
  return made;
}
