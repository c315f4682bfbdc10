import type { Target } from "./Bars";
import { SkylineSample } from "./BarShapes";
import { likeliestWords, outcomeWords, shown } from "./barWords";
import type { Chances, Mode, Series, Slot } from "./distribution";
import { Chance, Readout, type Told } from "./frame";
import { beside, Swatch } from "./tones";

interface BarsReadoutProps {
  series: readonly Series[];
  slots: readonly Slot[];
  chances: readonly Chances[];
  /** the chances on the target's side */
  reached: readonly Chances[];
  mode: Mode;
  at: number | null;
  target: Target | undefined;
  targetAt: number;
  /** the most likely slots of the first series */
  top: readonly number[];
  thin: boolean;
}

/** The outcome pointed at; else the target; else what is most likely. */
export function BarsReadout({ series, slots, chances, reached, mode, at, target, targetAt, top, thin }: BarsReadoutProps) {
  const tell = (rows: readonly Chances[] | null, index: number): Told[] =>
    series.map(({ name }, row) => ({
      name,
      sample: thin ? <SkylineSample index={row} /> : <Swatch tone={beside(row)} />,
      text: rows === null ? null : <Chance of={rows[row]?.[index] ?? null} pointed={at !== null} />,
    }));
  if (at !== null) return <Readout title={outcomeWords(mode, slots[at])} told={tell(chances, at)} />;
  if (target !== undefined && targetAt >= 0) {
    return <Readout title={`${target.side} ${shown(slots[targetAt])}`} told={tell(reached, targetAt)} />;
  }
  if (series.length > 1 || mode !== "exactly") return <Readout title="Point at an outcome for its exact chance." told={tell(null, 0)} />;
  return <Readout title={likeliestWords(top.map((index) => shown(slots[index])), slots.length)} told={tell(chances, top[0] ?? 0)} />;
}
