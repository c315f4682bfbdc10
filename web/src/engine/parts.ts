/** The files of the engine, named by their contents; where they lie is relative to the worker. */
export interface Parts {
  /** the folder of Pyodide itself */
  readonly runtime: string;
  readonly flint: string;
  readonly core: string;
  /** bytes of every file */
  readonly sizes: Readonly<Record<string, number>>;
  /** what Pyodide wants to know of packages: that there are none */
  readonly lock: unknown;
}

declare const __ENGINE__: Parts;

export const PARTS: Parts = __ENGINE__;
