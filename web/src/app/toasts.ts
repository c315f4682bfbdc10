/** Short notices that go by themselves; each may offer one thing to do. */
import type { Toast } from "../theme/Toasts";

const SHOWN = 6_000;
const MOST = 3;

export class Toasts {
  private shown: readonly Toast[] = [];
  private readonly listeners = new Set<() => void>();
  private count = 0;

  constructor(private readonly later: (run: () => void, ms: number) => unknown = (run, ms) => setTimeout(run, ms)) {}

  get current(): readonly Toast[] {
    return this.shown;
  }

  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Says something for a few seconds; what `stays` goes when somebody closes it. */
  say(text: string, action?: Toast["action"] | null, lasting: "passes" | "stays" = "passes"): void {
    const id = ++this.count;
    const toast: Toast = action == null ? { id, text } : { id, text, action };
    this.change([...this.shown, toast].slice(-MOST));
    if (lasting === "passes") this.later(() => this.dismiss(toast.id), SHOWN);
  }

  dismiss(id: number): void {
    this.change(this.shown.filter((toast) => toast.id !== id));
  }

  private change(shown: readonly Toast[]): void {
    this.shown = shown;
    for (const listener of this.listeners) listener();
  }
}
