/** Something that tells when it changes. */
export class Watchable<News = void> {
  private readonly listeners = new Set<(news: News) => void>();

  /** Be told of every change, until the function that is returned is called. */
  watch(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  protected tell(news: News): void {
    for (const listener of this.listeners) listener(news);
  }
}
