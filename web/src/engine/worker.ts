/**
 * The engine in a browser: Astragal's core, in Python compiled to WebAssembly, in a thread of its own.
 *
 * It starts by itself and tells how far it is; then it answers one question after another.
 */
import boot from "./boot.py?raw";
import type { Answered, Asked, News } from "./messages";
import { PARTS } from "./parts";
import { Progress } from "./progress";

/** The few things that are used of Pyodide. */
interface Pyodide {
  runPython(code: string): unknown;
  readonly globals: {
    get(name: "install"): (flint: ArrayBuffer, core: ArrayBuffer) => void;
    get(name: "start"): () => Answering;
  };
}
interface PyTuple {
  toJs(): [number, string];
  destroy(): void;
}
type Answering = (question: string) => PyTuple;
type LoadPyodide = (options: Record<string, unknown>) => Promise<Pyodide>;

const scope = self as unknown as DedicatedWorkerGlobalScope;
const say = (message: Answered | News): void => scope.postMessage(message);
const place = (name: string): string => new URL(name, scope.location.href).href;

let reply: Answering | null = null;
const waiting: Asked[] = [];

scope.onmessage = ({ data }: MessageEvent<Asked>): void => {
  if (reply === null) waiting.push(data);
  else answer(data);
};

function answer({ id, question }: Asked): void {
  try {
    const told = reply!(question);
    const [status, body] = told.toJs();
    told.destroy();
    say({ id, status, body });
  } catch (error) {
    // The service itself never raises an error: Python is no longer what it was.
    fail(error);
  }
}

function fail(error: unknown): void {
  say({ kind: "failed", why: String(error) });
}

/** Bytes of all files but scripts, which are imported and cannot be counted on their way. */
const TOTAL = Object.entries(PARTS.sizes).reduce((sum, [name, size]) => (name.endsWith(".mjs") ? sum : sum + size), 0);

const tellProgress = (loaded: number, total: number): void => say({ kind: "progress", loaded, total });

/** Every file that is fetched from here on is counted, those that Pyodide fetches too. */
function countFetches(): void {
  const progress = new Progress(TOTAL, tellProgress);
  const fetched = scope.fetch.bind(scope);
  scope.fetch = async (input, init) => {
    const response = await fetched(input, init);
    // What breaks off fails where the response itself is read.
    progress.follow(response).catch(() => undefined);
    return response;
  };
}

/** A step of the start is done: a sign of life, on a slow machine the only one for a while. */
function reached(step: string): void {
  performance.mark(step);
  tellProgress(TOTAL, TOTAL);
}

async function archive(name: string): Promise<ArrayBuffer> {
  const response = await fetch(place(name));
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return response.arrayBuffer();
}

/** Fails at once where a policy forbids WebAssembly; Pyodide would wait for ever. */
function checkWebAssembly(): void {
  const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  new WebAssembly.Module(emptyModule);
}

async function start(): Promise<void> {
  const started = performance.now();
  checkWebAssembly();
  countFetches();
  const archives = Promise.all([archive(PARTS.flint), archive(PARTS.core)]);
  archives.catch(() => undefined); // told where it is awaited
  const runtime = place(PARTS.runtime);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: LoadPyodide;
  };
  const pyodide = await loadPyodide({
    indexURL: runtime,
    packageBaseUrl: runtime,
    lockFileContents: PARTS.lock,
  });
  reached("Python is up");
  pyodide.runPython(boot);
  pyodide.globals.get("install")(...(await archives));
  reached("everything is in place");
  reply = pyodide.globals.get("start")();
  performance.mark("the first answer was given");
  say({ kind: "ready", seconds: (performance.now() - started) / 1000 });
  waiting.splice(0).forEach(answer);
}

start().catch(fail);
