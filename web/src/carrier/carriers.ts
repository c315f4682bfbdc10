/** Both carriers as one: whichever can answer does, and nobody has to know which. */
import { Unreachable, type Carrier, type Manner, type Question, type Reply } from "./carrier";
import type { Engine } from "./engine";
import { Newest } from "./newest";

/** Milliseconds after which a lost server is tried again. */
const AGAIN = 5_000;

export class Carriers implements Carrier {
  private readonly newest = new Newest();
  private lostAt = -Infinity;

  constructor(
    private readonly engine: Engine,
    /** null for a static site */
    private readonly server: Carrier | null = null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async ask(question: Question, manner: Manner = {}): Promise<Reply> {
    const { signal, done } = this.newest.begin(manner);
    try {
      return await this.carried(question, signal);
    } finally {
      done();
    }
  }

  private async carried(question: Question, signal: AbortSignal): Promise<Reply> {
    if (needsServer(question)) return this.fromServer(question, signal, () => this.refuse());
    if (this.engine.state.kind !== "ready" || question.ask === "games") {
      return this.fromServer(question, signal, () => this.engine.ask(question, { signal }));
    }
    const reply = await this.fromEngine(question, signal);
    // FLINT is many times slower in a browser: the server may well do what the engine gave up.
    // And only the server has the games that are installed beside it.
    if (!isTooSlow(reply) && !UNKNOWN.test(reply.body)) return reply;
    return this.fromServer(question, signal, async () => reply);
  }

  private async fromEngine(question: Question, signal: AbortSignal): Promise<Reply> {
    try {
      return await this.engine.ask(question, { signal });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      return this.fromServer(question, signal, () => Promise.reject(error));
    }
  }

  /** The server's answer, or if there is none to be had, what is done instead. */
  private async fromServer(
    question: Question,
    signal: AbortSignal,
    instead: () => Promise<Reply>,
  ): Promise<Reply> {
    if (this.server === null || this.now() - this.lostAt < AGAIN) return instead();
    try {
      return await this.server.ask(question, { signal });
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.lostAt = this.now();
      return instead();
    }
  }

  private refuse(): Promise<Reply> {
    return Promise.reject(new Unreachable("only the server that began this roll can go on with it"));
  }
}

/** What the engine says of a game that is not built in. */
const UNKNOWN = /"code": ?"(?:no-such-game|unknown-rule)"/;

/** Whether a question is about a roll that a server has signed: no one else can go on with it. */
function needsServer({ token }: Question): boolean {
  return typeof token === "object" && token !== null && "signature" in token;
}

function isTooSlow({ status, body }: Reply): boolean {
  return status !== 200 && (JSON.parse(body) as { code?: unknown }).code === "too-slow";
}
