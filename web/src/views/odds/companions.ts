/** Others beside the one that is followed along a value: a line of their own, or a level one if the value is none of theirs. */
import { chancesOf, shownApart } from "../../charts/distribution";
import { fraction, fractionText, readFraction } from "../../charts/exact";
import type { Grid } from "../../charts/grid";
import type { Grid as Answer, Questions } from "../../contract";
import { axisChoices, kindOf, measures, sweepQuestion, type AxisChoice, type Known, type Measure } from "./course";
import type { Along } from "./state";

export interface Titled extends Known {
  readonly title: string;
}

export type Companion =
  | { readonly title: string; readonly question: Questions["sweep"] }
  | { readonly title: string; readonly level: string };

/** How each of the others is drawn; those of another kind are left out. */
export function companionsOf(others: readonly Titled[], axis: Along & AxisChoice, measure: Measure | undefined): readonly Companion[] {
  return others.flatMap((other): Companion[] => {
    const { title } = other;
    const own = axisChoices(other).find(({ name, reached }) => (axis.reached ? reached : name === axis.name && !reached));
    const same = measures(other).find(({ key }) => key === measure?.key);
    if (own !== undefined && (axis.reached || same !== undefined)) {
      return [{ title, question: sweepQuestion(other, [{ ...own, range: axis.range }], same) }];
    }
    const level = axis.reached || same === undefined ? null : levelOf(other, same);
    return level === null ? [] : [{ title, level }];
  });
}

/** What is measured, as the odds already tell it. */
function levelOf({ odds, target }: Known, { key }: Measure): string | null {
  if (key === "mean") return odds.mean?.exact ?? null;
  if (key === "target" && target !== null && kindOf(odds) === "numbers") {
    const value = readFraction(target.at);
    const chance = value === null ? null : (chancesOf(odds, [{ text: target.at, value }], target.side)[0] ?? null);
    return chance === null ? null : fractionText(chance);
  }
  const text = key === "truth" ? "true" : key.slice(1);
  const weight = shownApart(odds.outcomes).find((outcome) => outcome.text === text)?.weight ?? "0";
  return fractionText(fraction(BigInt(weight), BigInt(odds.denominator)));
}

const NAMELESS = "";

/** One grid for all: the axis of the first, and as the second the titles, ordered as in `order`. */
export function together(
  grid: Grid,
  title: string,
  companions: readonly Companion[],
  answers: readonly Answer[],
  order: readonly string[],
): Grid {
  const [axis] = Object.entries(grid.axes);
  if (axis === undefined || companions.length === 0) return grid;
  const [name, values] = axis;
  const rest = [...answers];
  const own = grid.values.map(({ at, ...value }) => ({ ...value, at: { ...at, [NAMELESS]: title } }));
  const others = companions.flatMap((companion) => {
    const answer = "level" in companion ? null : rest.shift();
    return values.flatMap((value, index) => {
      const exact = "level" in companion ? companion.level : answer?.values[index]?.exact;
      if (exact === undefined) return [];
      return [{ at: { [name]: value, [NAMELESS]: companion.title }, exact }];
    });
  });
  const drawn = new Set([title, ...companions.map((companion) => companion.title)]);
  const titles = order.filter((each) => drawn.has(each));
  return { ...grid, axes: { [name]: values, [NAMELESS]: titles }, values: [...own, ...others] };
}
