/** Questions to the engine in this browser, which runs in a worker. */
import { isNews, type Answered, type Asked, type FromWorker, type News } from "../engine/messages";
import { Watchable } from "../watchable";
import {
  brokenDown,
  tooSlow,
  Unreachable,
  type Carrier,
  type Manner,
  type Question,
  type Reply,
} from "./carrier";
import { Newest } from "./newest";

/** What is used of a worker. */
export interface EngineWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Asked): void;
  terminate(): void;
}

/** How the engine is: not started, coming up, up, or not to be had. */
export type State = { readonly kind: "idle" } | News;

/** Milliseconds. */
export interface Patience {
  /** without any news while it comes up */
  readonly start: number;
  /** for an answer; the engine itself gives up some seconds sooner */
  readonly answer: number;
}

interface Waiting {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (why: unknown) => void;
}

const PATIENCE: Patience = { start: 30_000, answer: 8_000 };

export class Engine extends Watchable<State> implements Carrier {
  private worker: EngineWorker | null = null;
  private current: State = { kind: "idle" };
  private readonly newest = new Newest();
  private queue: Waiting[] = [];
  private running: { readonly id: number; readonly waiting: Waiting } | null = null;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly spawn: () => EngineWorker,
    private readonly patience: Patience = PATIENCE,
  ) {
    super();
  }

  get state(): State {
    return this.current;
  }

  /** Come up, unless that was tried before, with or without success. */
  start(): void {
    if (this.current.kind === "idle") this.comeUp();
  }

  /** After a failure, try once more. Nothing else does. */
  retry(): void {
    if (this.current.kind === "failed") this.comeUp();
  }

  async ask(question: Question, manner: Manner = {}): Promise<Reply> {
    this.start();
    const { signal, done } = this.newest.begin(manner);
    try {
      return await new Promise<Reply>((resolve, reject) => {
        if (signal.aborted) throw signal.reason;
        if (this.current.kind === "failed") throw new Unreachable(this.current.why);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        this.queue.push({ text: JSON.stringify(question), signal, resolve, reject });
        this.next();
      });
    } finally {
      done();
    }
  }

  private comeUp(): void {
    this.change({ kind: "progress", loaded: 0, total: 1 });
    try {
      this.worker = this.spawn();
    } catch (error) {
      this.fail(String(error));
      return;
    }
    this.worker.onmessage = ({ data }) => (isNews(data) ? this.hear(data) : this.receive(data));
    this.worker.onerror = (event) =>
      this.breakDown(event.message || "its script could not be loaded");
    this.expectNews();
  }

  private hear(news: News): void {
    if (news.kind === "failed") {
      this.breakDown(news.why);
      return;
    }
    this.change(news);
    if (news.kind === "progress") {
      this.expectNews();
    } else {
      clearTimeout(this.timer);
      this.next();
    }
  }

  private receive({ id, status, body }: Answered): void {
    if (this.running?.id !== id) return;
    clearTimeout(this.timer);
    this.running.waiting.resolve({ status, body });
    this.running = null;
    this.next();
  }

  /** Give the worker the next question that is still wanted, if it is free. */
  private next(): void {
    if (this.current.kind !== "ready" || this.running !== null) return;
    this.queue = this.queue.filter(({ signal }) => !signal.aborted);
    const waiting = this.queue.shift();
    if (waiting === undefined) return;
    this.running = { id: ++this.asked, waiting };
    this.timer = setTimeout(() => this.giveUp(), this.patience.answer);
    this.worker?.postMessage({ id: this.asked, question: waiting.text });
  }

  /** Ends what the worker still does for nobody, which would keep everything after it waiting. */
  drop(): void {
    if (this.running?.waiting.signal.aborted) this.giveUp();
  }

  /** The last resort: a worker that does not answer is ended, and another one started. */
  private giveUp(instead = tooSlow("this took too long in the browser, and was stopped")): void {
    this.running?.waiting.resolve(instead);
    this.end();
    this.comeUp();
  }

  /** What broke down over a question is started again, without it; what never came up is not. */
  private breakDown(why: string): void {
    if (this.current.kind !== "ready") this.fail(why);
    else this.giveUp(brokenDown(`the engine in this browser broke down: ${why}`));
  }

  private expectNews(): void {
    clearTimeout(this.timer);
    const seconds = this.patience.start / 1000;
    this.timer = setTimeout(
      () => this.fail(`nothing was heard of it for ${seconds} seconds`),
      this.patience.start,
    );
  }

  private fail(why: string): void {
    this.end();
    this.change({ kind: "failed", why });
    for (const { reject } of this.queue.splice(0)) reject(new Unreachable(why));
  }

  private end(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.running = null;
  }

  private change(state: State): void {
    this.current = state;
    this.tell(state);
  }
}
