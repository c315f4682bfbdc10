import { figure, kindOf, percentFaces, type Kind } from "./kinds";
import { Burst, Mark, Strike, type MarkName } from "./marks";
import type { Critical, Face } from "./record";
import { pips, shapeOf } from "./shapes";

export interface DieProps {
  /** its name in the notation: `d6`, `dF`, `d%`, `d{1,3,5}` */
  name: string;
  value?: Face | undefined;
  /** in pixels; below 32 the shading is left out and the figure grows */
  size?: number;
  dropped?: boolean;
  /** counted, and worth nothing */
  faint?: boolean;
  exploded?: boolean;
  critical?: Critical | undefined;
  /** a sign at its corner: re-rolled, added, raised … */
  mark?: MarkName | undefined;
  /** what a screen reader says; without it the die is decoration */
  label?: string;
}

const SMALL = 32;
const PAIR_STEP = 40;

/** One die, drawn flat in engraved lines. */
export function Die({ name, value, size = 48, dropped, faint, exploded, critical, mark, label }: DieProps) {
  const kind = kindOf(name);
  const small = size < SMALL;
  const width = kind === "percent" ? 48 + PAIR_STEP : 48;
  const margin = small ? 1 : 4;
  const states = [small && "small", dropped && "dropped", faint && "faint", critical && `critical-${critical}`];
  return (
    <svg
      class={["die", `die-${kind}`, ...states].filter(Boolean).join(" ")}
      viewBox={`${-margin} ${-margin} ${width + 2 * margin} ${48 + 2 * margin}`}
      width={(size * (width + 2 * margin)) / (48 + 2 * margin)}
      height={size}
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined ? "true" : undefined}
      focusable="false"
    >
      {exploded ? <Burst width={width} /> : null}
      {kind === "percent" ? (
        <Pair value={value} small={small} dropped={dropped} />
      ) : (
        <Single kind={kind} value={value} small={small} dropped={dropped} />
      )}
      {mark === undefined ? null : <Mark name={mark} x={width - 5} />}
    </svg>
  );
}

interface FacesProps {
  value: Face | undefined;
  small: boolean;
  dropped?: boolean | undefined;
}

function Pair({ value, small, dropped }: FacesProps) {
  const [tens, units] = typeof value === "number" ? percentFaces(value) : ["%", ""];
  return (
    <>
      <Single kind="percent" value={tens} small={small} dropped={dropped} />
      <g transform={`translate(${PAIR_STEP} 0)`}>
        <Single kind="percent" value={units} small={small} dropped={dropped} />
      </g>
    </>
  );
}

function Single({ kind, value, small, dropped }: FacesProps & { kind: Kind }) {
  const shape = shapeOf(kind);
  return (
    <>
      <path class="die-body" d={shape.outline} />
      {small ? null : <path class="die-shading" d={shape.shading} />}
      <path class="die-edges" d={shape.edges} />
      <path class="die-outline" d={shape.outline} />
      {dropped ? <Strike /> : null}
      <FaceOf kind={kind} value={value} small={small} />
    </>
  );
}

function FaceOf({ kind, value, small }: FacesProps & { kind: Kind }) {
  if (value === undefined || value === "") return null;
  if (kind === "d6" && isPip(value)) return <Pips value={value} small={small} />;
  if (kind === "fate" && isSign(value)) return <Sign value={value} />;
  const { centre, type, smallType } = shapeOf(kind);
  const text = figure(value);
  const fitted = fit(small ? smallType : type, text.length, kind);
  return (
    <text class="die-figure" x={centre[0]} y={centre[1] + fitted * 0.34} font-size={fitted} text-anchor="middle">
      {text}
    </text>
  );
}

/** Two figures fit as they are; more of them get smaller, down to what can be read. */
function fit(type: number, length: number, kind: Kind): number {
  const room = kind === "group" ? 4 : 2;
  return length <= room ? type : Math.max(8, (type * (room + 0.6)) / length);
}

function isPip(value: Face): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 6;
}

function isSign(value: Face): value is number {
  return value === -1 || value === 0 || value === 1;
}

function Pips({ value, small }: { value: number; small: boolean }) {
  const [x, y] = shapeOf("d6").centre;
  const step = 10;
  return (
    <g class="die-pips">
      {pips(value).map(([right, down]) => (
        <circle key={`${right} ${down}`} cx={x + right * step} cy={y + down * step} r={small ? 3.8 : 3.2} />
      ))}
    </g>
  );
}

function Sign({ value }: { value: number }) {
  if (value === 0) return null;
  return <path class="die-sign" d={value > 0 ? "M24 14V34M14 24H34" : "M14 24H34"} />;
}
