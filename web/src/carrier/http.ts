/** Questions to the server that the page came from. */
import { Unreachable, type Carrier, type Manner, type Question, type Reply } from "./carrier";
import { Newest } from "./newest";

/** Statuses of a proxy whose server is gone. */
const GONE = new Set([502, 504]);

/** Milliseconds for an answer: a server gives up after two seconds, a lost line never does. */
const PATIENCE = 8_000;

export class Http implements Carrier {
  private readonly newest = new Newest();

  constructor(
    private readonly base = "api/v1/",
    private readonly fetched: typeof fetch = (...asked) => fetch(...asked),
    private readonly patience = PATIENCE,
  ) {}

  async ask({ ask, ...fields }: Question, manner: Manner = {}): Promise<Reply> {
    const { signal, done } = this.newest.begin(manner);
    try {
      const response = await this.fetched(`${this.base}${encodeURIComponent(ask)}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(fields),
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.patience)]),
      });
      if (GONE.has(response.status)) throw new Unreachable(`status ${response.status}`);
      return { status: response.status, body: await response.text() };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof Unreachable ? error : new Unreachable(String(error));
    } finally {
      done();
    }
  }
}
