/** Keeping a version of the page: all of its files or none, and only one version at a time. */
import type { Kept } from "./version";

const PREFIX = "astragal-";
const POLICY = "Content-Security-Policy";
const ENGINE_SCRIPT = /^engine\/[^/]+\.js$/;

/** What is used of the browser: its caches, and a way to get a file. */
export interface Surroundings {
  readonly caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  readonly fetch: (request: Request) => Promise<Response>;
  /** the address that names are relative to */
  readonly base: string;
}

export class Version {
  readonly name: string;
  private readonly kept: ReadonlySet<string>;

  constructor(
    private readonly files: Kept,
    private readonly around: Surroundings,
  ) {
    this.name = PREFIX + files.version;
    this.kept = new Set([...files.fixed, ...files.named].map((name) => this.address(name)));
  }

  /** Fetch every file of this version; fails, and leaves what is there as it is, if one is missing. */
  async install(): Promise<void> {
    const cache = await this.around.caches.open(this.name);
    try {
      await Promise.all(this.files.fixed.map((name) => this.fetchInto(cache, name, "no-cache")));
      await Promise.all(this.files.named.map((name) => this.copyOrFetch(cache, name)));
    } catch (error) {
      await this.around.caches.delete(this.name);
      throw error;
    }
  }

  /** Forget all other versions. */
  async activate(): Promise<void> {
    const names = await this.around.caches.keys();
    const others = names.filter((name) => name.startsWith(PREFIX) && name !== this.name);
    await Promise.all(others.map((name) => this.around.caches.delete(name)));
  }

  /** The kept answer to a request; null for what is not part of the page, such as the server's answers. */
  async answer(request: Request): Promise<Response | null> {
    const wanted = this.keptFor(request);
    if (wanted === null) return null;
    const cache = await this.around.caches.open(this.name);
    return (await cache.match(wanted)) ?? null;
  }

  /** Whether a request is for a file of this version: known at once, before any cache is asked. */
  has(request: Request): boolean {
    return this.keptFor(request) !== null;
  }

  /** The address under which the answer to a request is kept; null if none is. */
  private keptFor({ method, url }: Request): string | null {
    const { origin, pathname } = new URL(url);
    const [asked, page] = [origin + pathname, this.address("./")];
    const address = asked === `${page}index.html` ? page : asked;
    return method === "GET" && this.kept.has(address) ? address : null;
  }

  private address(name: string): string {
    return new URL(name, this.around.base).href;
  }

  private async copyOrFetch(cache: Cache, name: string): Promise<void> {
    const before = await this.around.caches.match(this.address(name));
    if (before === undefined) await this.fetchInto(cache, name, "default");
    else await cache.put(this.address(name), before);
  }

  private async fetchInto(cache: Cache, name: string, mode: RequestCache): Promise<void> {
    const response = await this.around.fetch(new Request(this.address(name), { cache: mode }));
    if (!response.ok || response.redirected) throw new Error(`${name}: status ${response.status}`);
    await cache.put(this.address(name), this.withPolicy(name, response));
  }

  /** A host that sends no policy for page and engine gets it added to what is kept of them. */
  private withPolicy(name: string, response: Response): Response {
    const policy =
      name === "./"
        ? this.files.policies.page
        : ENGINE_SCRIPT.test(name)
          ? this.files.policies.engine
          : null;
    if (policy === null || response.headers.has(POLICY)) return response;
    const headers = new Headers(response.headers);
    headers.set(POLICY, policy);
    return new Response(response.body, { status: response.status, headers });
  }
}
