/** A table on which dice fall: empty, with a roll under way, or with what a view calls settled. */
export type Table<Settled> =
  | { readonly kind: "empty" }
  | { readonly kind: "rolling"; readonly before: Settled | null }
  | Settled;

/** What lies on the table, while something new is under way too. */
export function settledOf<Settled extends { readonly kind: string }>(table: Table<Settled>): Settled | null {
  if (table.kind === "empty") return null;
  return "before" in table ? table.before : (table as Settled);
}
