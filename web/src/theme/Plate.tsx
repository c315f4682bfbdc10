import type { ComponentChildren } from "preact";

interface PlateProps {
  caption?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}

/** A framed figure; inside `.plates` it gets a number of its own. */
export function Plate({ caption, children, class: extra = "" }: PlateProps) {
  return (
    <figure class={`plate ${extra}`.trim()}>
      {children}
      {caption === undefined ? null : <figcaption>{caption}</figcaption>}
    </figure>
  );
}
