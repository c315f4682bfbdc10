import { briefFraction, type Fraction } from "./exact";

/** A fraction beside its percentage, if it is short enough to be read in passing. */
export function Brief({ of }: { of: Fraction }) {
  const text = briefFraction(of);
  return text === "" ? null : <span class="fraction">{text}</span>;
}
