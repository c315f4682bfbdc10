/** The files that make up one version of the page; the build puts the list in. */
export interface Kept {
  readonly version: string;
  /** files whose names stay when their contents change, the page itself as "./" */
  readonly fixed: readonly string[];
  /** files named by their contents, which never change under their name */
  readonly named: readonly string[];
  readonly policies: { readonly page: string; readonly engine: string };
}

export const KEPT = "__KEPT__" as unknown as Kept;
