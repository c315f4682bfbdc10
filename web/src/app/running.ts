/** The questions that are under way, so that somebody can stop them. */
import { ProblemError, type Ask, type Problem } from "../contract";
import { Watchable } from "../watchable";

const STOPPED: Problem = {
  type: "about:blank",
  title: "Stopped",
  status: 499,
  detail: "this was stopped",
  code: "stopped",
  message: "this was stopped",
  hint: "change something, and it is asked anew",
  place: null,
  text: null,
  fixes: [],
};

export class Running extends Watchable {
  private readonly questions = new Set<AbortController>();

  constructor(
    private readonly asked: Ask,
    /** ends work that goes on although nobody wants it */
    private readonly onStop: () => void = () => undefined,
  ) {
    super();
  }

  get count(): number {
    return this.questions.size;
  }

  /** Asks, and can be stopped while it waits. */
  readonly ask: Ask = async (name, fields, manner = {}) => {
    const own = new AbortController();
    const signal = manner.signal === undefined ? own.signal : AbortSignal.any([manner.signal, own.signal]);
    const stopped = new Promise<never>((_, reject) => {
      own.signal.addEventListener("abort", () => reject(new ProblemError(STOPPED)), { once: true });
    });
    this.questions.add(own);
    this.tell();
    try {
      return await Promise.race([stopped, this.asked(name, fields, { ...manner, signal })]);
    } finally {
      this.questions.delete(own);
      this.tell();
    }
  };

  /** Stops every question; whoever asked is told so. */
  stop(): void {
    for (const question of this.questions) question.abort();
    this.onStop();
  }
}
