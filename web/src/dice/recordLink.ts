/** A roll's record in a link: JSON, made small where the browser can, in letters that addresses take. */

const SMALL = "z";
const PLAIN = "p";
const LONGEST = 500_000;

export async function packRecord(record: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  if (typeof CompressionStream === "undefined") return PLAIN + lettersOf(bytes);
  return SMALL + lettersOf(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The record; null if the text holds none. Whether it holds, only the engine can say. */
export async function unpackRecord(packed: string): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    const bytes = bytesOf(packed.slice(1));
    const whole = packed.startsWith(SMALL) ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
    const data: unknown = JSON.parse(new TextDecoder().decode(whole));
    return typeof data === "object" && data !== null && "faces" in data ? (data as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What comes out of a stream; what grows beyond all records is given up. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST) throw new RangeError("this is too long to be a record");
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function lettersOf(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
