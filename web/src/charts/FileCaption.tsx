import { textWidth } from "./labels";

interface FileCaptionProps {
  title: string;
  width: number;
  /** where the drawing ends */
  top: number;
  items: readonly { name: string; sample: { class: string; fill?: string } }[];
  /** lines below: formulas, what was aimed at, the source */
  notes?: readonly string[] | undefined;
}

const TYPE = 12;
const ROW = 20;
const SAMPLE = 26;

/** The title and the legend inside the drawing; the page has its own, so that only a saved file shows them. */
export function FileCaption({ title, width, top, items, notes = [] }: FileCaptionProps) {
  const places = flowed(items.map(({ name }) => SAMPLE + textWidth(name, TYPE) + 16), width);
  const rows = (places.at(-1)?.row ?? -1) + 1;
  return (
    <g class="file-only" data-height={(rows + 1 + notes.length) * ROW + 8}>
      <text class="axis-name" x={8} y={top + ROW}>{title}</text>
      {items.map(({ name, sample }, index) => {
        const { x, row } = places[index] as Place;
        const y = top + ROW * (row + 2);
        const line = sample.class.includes("skyline") || sample.class.includes("course");
        return (
          <g key={name}>
            {line ? (
              <g class={sample.class}><path class={sample.class} d={`M${x} ${y - 4}h20`} /></g>
            ) : (
              <rect {...sample} class={`bar ${sample.class}`} x={x} y={y - 9} width={20} height={10} />
            )}
            <text class="axis-text" x={x + SAMPLE} y={y}>{name}</text>
          </g>
        );
      })}
      {notes.map((note, index) => (
        <text key={note} class="axis-text" x={8} y={top + ROW * (rows + 2 + index)}>{note}</text>
      ))}
    </g>
  );
}

interface Place {
  x: number;
  row: number;
}

/** Places from left to right, and on the next row when one is full. */
export function flowed(widths: readonly number[], width: number): Place[] {
  let [x, row] = [8, 0];
  return widths.map((own) => {
    if (x > 8 && x + own > width) [x, row] = [8, row + 1];
    const place = { x, row };
    x += own;
    return place;
  });
}
