/** Counts the bytes of files while they come in. */
export class Progress {
  private loaded = 0;
  private told = 0;

  constructor(
    private readonly total: number,
    private readonly tell: (loaded: number, total: number) => void,
  ) {}

  /**
   * Count what comes in of a response, until its end.
   *
   * That is read from a copy: browsers keep compiled code with a response of their own, not with one
   * that a script has put together, and so start twice as fast the next time.
   */
  async follow(response: Response): Promise<void> {
    const reader = response.ok ? response.clone().body?.getReader() : undefined;
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return;
      this.add(chunk.value.byteLength);
    }
  }

  private add(bytes: number): void {
    this.loaded += bytes;
    if (this.loaded - this.told >= this.total / 100 || this.loaded >= this.total) {
      this.told = this.loaded;
      this.tell(Math.min(this.loaded, this.total), this.total);
    }
  }
}

const MEGABYTE = 1_000_000;

/** `4 of 13 MB`; nothing until it is known how many there are. */
export function megabytes({ loaded, total }: { readonly loaded: number; readonly total: number }): string {
  if (total < MEGABYTE) return "";
  return `${Math.floor(loaded / MEGABYTE)} of ${Math.ceil(total / MEGABYTE)} MB`;
}
