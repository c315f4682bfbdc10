/** What dice should give, as typed, and as a question to the engine. */
import type { Target } from "../../../charts/Bars";
import { decimalText, exactly, percentText } from "../../../charts/exact";
import { outcomeText } from "../../../charts/grid";
import type { Answers, Questions } from "../../../contract";

export interface Wishes {
  readonly mean: string;
  readonly spread: string;
  /** which numbers the chance is of */
  readonly side: ">=" | "<=" | "=";
  readonly number: string;
  readonly chance: string;
  /** the lowest and the highest number */
  readonly range: string;
  /** dice that are easy to roll come first, if they are nearly as good */
  readonly simple: boolean;
}

export const NO_WISHES: Wishes = { mean: "", spread: "", side: ">=", number: "", chance: "", range: "", simple: true };

const NEAR = "0.25";
const SHOWN = 8;

/** The question; null as long as nothing is wished for. */
export function findQuestion({ mean, spread, side, number, chance, range, simple }: Wishes): Questions["find"] | null {
  const of = number.trim() === "" ? "" : `${side}${number.trim().replace("−", "-")}`;
  const wishes = [
    { of: "mean", target: mean.trim() },
    { of: "sd", target: spread.trim() },
    { of, target: percents(chance.trim()) },
    { of: "range", target: ends(range.trim()) },
  ].filter((wish) => wish.of !== "" && wish.target !== "");
  if (wishes.length === 0) return null;
  return { wishes, show: SHOWN, ...(simple ? { near: NEAR } : {}) };
}

/** Chances are typed in percent, with or without saying so. */
function percents(typed: string): string {
  return /[%/]/.test(typed) ? typed : typed.replace(/\d+(?:\.\d+)?/g, "$& %");
}

/** `3 to 18` or `3–18` as the engine writes it. */
function ends(typed: string): string {
  return typed.replace(/^([-−]?\d+)\s*(?:to|–|-)\s*([-−]?\d+)$/, "$1..$2").replaceAll("−", "-");
}

const BOUND = /^(>=|<=)(-?\d+(?:\/\d+)?)$/;

/** The number whose chance was wished for, to be drawn as a target; null if there is none. */
export function targetOf({ wishes }: Pick<Answers["find"], "wishes">): Target | null {
  const bound = wishes.map(({ of }) => BOUND.exec(of)).find((each) => each !== null);
  return bound == null ? null : { side: bound[1] === ">=" ? "at least" : "at most", at: bound[2] as string };
}

type Found = Answers["find"]["found"][number];

const NAMES: Readonly<Record<string, string>> = { mean: "mean", sd: "spread", range: "from" };

/** What dice that were found give of each wish: `mean 12.00`, `≥ 15: 25.00 %`. */
export function givenOf({ wishes }: Pick<Answers["find"], "wishes">, found: Found): readonly string[] {
  return wishes.map(({ of }, index) => {
    const value = found.wishes[index];
    if (value?.ends != null) return `from ${value.ends.map((end) => outcomeText(end ?? "no end")).join(" to ")}`;
    const name = NAMES[of];
    if (name === undefined) return `${signOf(of)}: ${value?.exact == null ? "–" : percentText(exactly(value.exact))}`;
    if (value?.exact != null) return `${name} ${decimalText(exactly(value.exact), 2)}`;
    return `${name} ${value?.value == null ? "–" : value.value.toFixed(2)}`;
  });
}

const DECIMAL = /^\d+\.(\d+)$/;

/** Whether dice are what was wished for; a spread is a square root, so its digits as typed are enough. */
export function isMet({ wishes }: Pick<Answers["find"], "wishes">, found: Found): boolean {
  return wishes.every(({ of, target }, index) => {
    const { off, value } = found.wishes[index]!;
    const places = of === "sd" ? DECIMAL.exec(target)?.[1]?.length : undefined;
    return off === 0 || (places !== undefined && value != null && value.toFixed(places) === target);
  });
}

function signOf(of: string): string {
  return of.replace(/^>=/, "≥ ").replace(/^<=/, "≤ ").replace(/^=/, "= ").replace("-", "−");
}
