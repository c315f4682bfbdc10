/** Questions of which only the newest counts: asking one ends the one before it of the same name. */
import { unwanted, type Manner } from "./carrier";

export class Newest {
  private readonly latest = new Map<string, AbortController>();

  /** A signal for a question that begins now; `done` is to be called when it has ended. */
  begin({ signal, supersedes }: Manner): { signal: AbortSignal; done: () => void } {
    const own = new AbortController();
    if (supersedes !== undefined) {
      this.latest.get(supersedes)?.abort(unwanted("a newer question replaced this one"));
      this.latest.set(supersedes, own);
    }
    const pass = (): void => own.abort(unwanted("the answer is no longer wanted"));
    if (signal?.aborted) pass();
    signal?.addEventListener("abort", pass);
    return {
      signal: own.signal,
      done: () => {
        signal?.removeEventListener("abort", pass);
        if (supersedes !== undefined && this.latest.get(supersedes) === own) {
          this.latest.delete(supersedes);
        }
      },
    };
  }
}
