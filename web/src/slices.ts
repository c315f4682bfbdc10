/** Milliseconds that a slice of work may take before the page is drawn and heard again. */
const SLICE = 12;

/** What is made of each, in slices, so that the page stays quick however many there are. */
export async function inSlices<From, To>(
  each: readonly From[],
  make: (from: From) => To,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve)),
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
