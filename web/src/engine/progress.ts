/** Counts the bytes of files while they come in. */
export class Progress {
  private loaded = 0;
  private told = 0;

  constructor(
    private readonly total: number,
    private readonly tell: (loaded: number, total: number) => void,
  ) {}

  /** The same response; what is read of it is counted. */
  counted(response: Response): Response {
    if (!response.ok || response.body === null) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.add(chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    // A new response, as a body can be read but once; its type must stay, for WebAssembly's sake.
    return new Response(response.body.pipeThrough(counter), response);
  }

  private add(bytes: number): void {
    this.loaded += bytes;
    if (this.loaded - this.told >= this.total / 100 || this.loaded >= this.total) {
      this.told = this.loaded;
      this.tell(Math.min(this.loaded, this.total), this.total);
    }
  }
}
