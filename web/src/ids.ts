const BYTES = 10;

/** A name that no other thing has; also where a page came without encryption, and browsers offer none. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
