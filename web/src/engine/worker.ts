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
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  readonly FS: { writeFile(path: string, content: Uint8Array): void };
  readonly globals: { get(name: string): (question: string) => PyTuple };
}
interface PyTuple {
  toJs(): [number, string];
  destroy(): void;
}
type LoadPyodide = (options: Record<string, unknown>) => Promise<Pyodide>;

const PACKAGES = "/lib/python3.14/site-packages";
const CORE = "/lib/core.zip";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const say = (message: Answered | News): void => scope.postMessage(message);
const place = (name: string): string => new URL(name, scope.location.href).href;

let reply: ((question: string) => PyTuple) | null = null;
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

/** Every file that is fetched from here on is counted, those that Pyodide fetches too. */
function countFetches(): void {
  const total = Object.values(PARTS.sizes).reduce((sum, size) => sum + size, 0);
  const progress = new Progress(total, (loaded, whole) => say({ kind: "progress", loaded, total: whole }));
  const fetched = scope.fetch.bind(scope);
  scope.fetch = async (input, init) => progress.counted(await fetched(input, init));
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
  const flint = archive(PARTS.flint);
  const core = archive(PARTS.core);
  const runtime = place(PARTS.runtime);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${runtime}pyodide.mjs`)) as {
    loadPyodide: LoadPyodide;
  };
  const pyodide = await loadPyodide({
    indexURL: runtime,
    packageBaseUrl: runtime,
    lockFileContents: PARTS.lock,
  });
  performance.mark("Python is up");
  pyodide.unpackArchive(await flint, "zip", { extractDir: PACKAGES });
  // Python imports from an archive as it is; libraries of machine code have to be files.
  pyodide.FS.writeFile(CORE, new Uint8Array(await core));
  pyodide.runPython(`import sys; sys.path.append("${CORE}")`);
  performance.mark("files are in place");
  pyodide.runPython(boot);
  performance.mark("the first answer was given");
  reply = pyodide.globals.get("reply");
  say({ kind: "ready", seconds: (performance.now() - started) / 1000 });
  waiting.splice(0).forEach(answer);
}

start().catch(fail);
