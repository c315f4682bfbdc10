import type { Asked, FromWorker } from "../../src/engine/messages";
import type { Carrier, Manner, Question, Reply } from "../../src/carrier/carrier";
import type { EngineWorker } from "../../src/carrier/engine";

/** A worker that a test speaks for. */
export class FakeWorker implements EngineWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly asked: Asked[] = [];
  terminated = false;

  postMessage(message: Asked): void {
    this.asked.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }

  ready(): void {
    this.say({ kind: "ready", seconds: 1 });
  }

  /** Answer the question asked last. */
  answer(body: string, status = 200): void {
    this.say({ id: this.asked.at(-1)!.id, status, body });
  }

  get texts(): string[] {
    return this.asked.map(({ question }) => (JSON.parse(question) as { expression: string }).expression);
  }
}

/** A carrier that gives the replies, or the errors, that it was made with, one after another. */
export class FakeCarrier implements Carrier {
  readonly asked: Question[] = [];

  constructor(private readonly replies: (Reply | Error)[]) {}

  async ask(question: Question, _manner?: Manner): Promise<Reply> {
    this.asked.push(question);
    const reply = this.replies.shift();
    if (reply === undefined) throw new Error("nothing is left to reply");
    if (reply instanceof Error) throw reply;
    return reply;
  }
}

export const odds = (expression: string): Question => ({ ask: "odds", expression });
export const fine = (body: string): Reply => ({ status: 200, body });
