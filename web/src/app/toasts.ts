/** Short notices that go by themselves; each may offer one thing to do. */
import type { Toast } from "../theme/Toasts";
import { Watchable } from "../watchable";

const SHOWN = 6_000;
const MOST = 3;

export class Toasts extends Watchable {
  private shown: readonly Toast[] = [];
  private count = 0;

  constructor(private readonly later: (run: () => void, ms: number) => unknown = (run, ms) => setTimeout(run, ms)) {
    super();
  }

  get current(): readonly Toast[] {
    return this.shown;
  }

  /** Says something for a few seconds; what `stays` goes when somebody closes it. */
  say(text: string, action?: Toast["action"] | null, lasting: "passes" | "stays" = "passes"): void {
    const id = ++this.count;
    const toast: Toast = action == null ? { id, text } : { id, text, action };
    // What is said already is said once more, not twice at once.
    const others = this.shown.filter((each) => each.text !== text);
    this.change([...others, toast].slice(-MOST));
    if (lasting === "passes") this.later(() => this.dismiss(toast.id), SHOWN);
  }

  dismiss(id: number): void {
    this.change(this.shown.filter((toast) => toast.id !== id));
  }

  private change(shown: readonly Toast[]): void {
    this.shown = shown;
    this.tell();
  }
}
