import { render, type ComponentChild } from "preact";

/** A drawing that the page does not show, made for as long as something is done with it. */
export async function whileDrawn(drawing: ComponentChild, place: HTMLElement, use: (svg: SVGSVGElement) => unknown): Promise<void> {
  const holder = document.createElement("div");
  holder.className = "visually-hidden";
  holder.setAttribute("aria-hidden", "true");
  place.append(holder);
  render(drawing, holder);
  try {
    const svg = holder.querySelector<SVGSVGElement>("svg");
    if (svg !== null) await use(svg);
  } finally {
    render(null, holder);
    holder.remove();
  }
}
