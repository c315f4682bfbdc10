import { OURS } from "./dialects";
import type { Reading } from "./useReading";

/** Dice of another program in our notation; nothing for our own. */
export function Translated({ reading, dialect }: { readonly reading: Reading; readonly dialect: string }) {
  if (dialect === OURS) return null;
  return (
    <p>
      Here: <code>{reading.expression}</code>
    </p>
  );
}
