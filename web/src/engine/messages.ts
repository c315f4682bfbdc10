/** What the page and the engine's worker say to each other. */

/** To the worker: a question as canonical text, and a number to know its answer by. */
export interface Asked {
  readonly id: number;
  readonly question: string;
}

/** From the worker: the answer to a question. */
export interface Answered {
  readonly id: number;
  readonly status: number;
  readonly body: string;
}

/** From the worker: how it is coming up. */
export type News =
  | { readonly kind: "progress"; readonly loaded: number; readonly total: number }
  | { readonly kind: "ready"; readonly seconds: number }
  | { readonly kind: "failed"; readonly why: string };

export type FromWorker = Answered | News;

export function isNews(message: FromWorker): message is News {
  return "kind" in message;
}
