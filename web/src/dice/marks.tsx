/** Signs on a die: what happened to it, told by a form and not by colour alone. */

export type MarkName = "re-rolled" | "added" | "raised" | "capped" | "changed" | "folded" | "counted" | "high" | "low";

const SIGNS: Record<MarkName, string> = {
  "re-rolled": "M3.6 -1.6A4 4 0 1 0 4 1.4M4 -4.4V-1.2H0.8",
  added: "M0 -4V4M-4 0H4",
  raised: "M0 4V-4M-3.5 -0.5L0 -4L3.5 -0.5",
  capped: "M0 -4V4M-3.5 0.5L0 4L3.5 0.5",
  changed: "M-4 -1.6H4M-4 1.6H4",
  folded: "M-4 2L0 -2L4 2M-4 -2L0 -6L4 -2M-4 6L0 2L4 6",
  counted: "M-4 0.5L-1 3.5L4.2 -3.5",
  high: "M0 -4.6L1.3 -1.4L4.6 -1.4L2 0.8L3 4.2L0 2.2L-3 4.2L-2 0.8L-4.6 -1.4L-1.3 -1.4Z",
  low: "M-4 -3H4L0 4Z",
};

const FIRST: readonly MarkName[] = ["re-rolled", "added", "folded", "raised", "capped", "changed"];

/** The sign for a history: the first of what changed the die most. */
export function markFor(happened: ReadonlySet<string>): MarkName | undefined {
  return FIRST.find((name) => happened.has(name));
}

export function Mark({ name, x }: { name: MarkName; x: number }) {
  return (
    <g class="die-mark" transform={`translate(${x} 5)`}>
      <circle r="8" />
      <path d={SIGNS[name]} />
    </g>
  );
}

/** Rays around a die that exploded. */
export function Burst({ width }: { width: number }) {
  const middle = width / 2;
  const rays = Array.from({ length: 28 }, (_, index) => {
    const turn = (index / 28) * Math.PI * 2;
    const [near, far] = [0.9, index % 2 === 0 ? 1.16 : 1.07];
    const at = (share: number) =>
      `${(middle + Math.cos(turn) * middle * share).toFixed(1)} ${(24 + Math.sin(turn) * 24 * share).toFixed(1)}`;
    return `M${at(near)}L${at(far)}`;
  });
  return <path class="die-burst" d={rays.join("")} />;
}

/** Under the figure, whose halo keeps it readable. */
export function Strike() {
  return <path class="die-strike" d="M1 46L47 2" />;
}
