import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

export interface Spot {
  x: number;
  y: number;
}

interface DrawingProps {
  title: string;
  width: number;
  height: number;
  /** follows a pointer, in the drawing's own measure */
  onPoint: (spot: Spot) => void;
  onLeave: () => void;
  children: ComponentChildren;
}

/** A chart's drawing. A finger that is lifted leaves what it pointed at; a mouse that leaves takes it away. */
export function Drawing({ title, width, height, onPoint, onLeave, children }: DrawingProps) {
  const svg = useRef<SVGSVGElement>(null);
  const point = (event: PointerEvent) => {
    if (svg.current !== null) onPoint(spotOf(event, svg.current, width));
  };
  return (
    <svg
      ref={svg}
      class="chart-svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={title}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => {
        if (event.pointerType !== "touch") onLeave();
      }}
    >
      <rect class="hit" x="0" y="0" width={width} height={height} />
      {children}
    </svg>
  );
}

/** Where a pointer is, in the measure of a drawing that is `width` wide. */
export function spotOf(event: PointerEvent, svg: SVGSVGElement, width: number): Spot {
  const box = svg.getBoundingClientRect();
  const scale = box.width === 0 ? 1 : width / box.width;
  return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
}
