/** Drawings of the page as files: SVG and PNG. */
import { fileName, saveBlob, saveText } from "./files";

const LOOK = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linejoin", "opacity",
  "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "text-anchor", "paint-order", "visibility", "display",
] as const;

const LEFT_OUT = ".cursor, .hit, .pointed, .pointed-cell, .guide, .target-grip";
const BEHAVIOUR = /^(?:class|style|tabindex|role|focusable|aria-.*)$/;

/** A drawing as a document of its own: how it looks here, without the page's style sheets. */
export function svgText(svg: SVGSVGElement, title = ""): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copyLook(svg, copy);
  for (const element of copy.querySelectorAll("[data-left-out]")) element.remove();
  showCaption(copy);
  copy.prepend(ground(svg));
  if (title !== "") copy.prepend(titled(svg, title));
  return new XMLSerializer().serializeToString(copy);
}

function copyLook(from: Element, to: Element): void {
  const look = getComputedStyle(from);
  for (const name of LOOK) {
    const value = look.getPropertyValue(name);
    if (value !== "") to.setAttribute(name, value.replaceAll('"', "'"));
  }
  if (from.matches(LEFT_OUT)) to.setAttribute("data-left-out", "");
  for (const name of to.getAttributeNames()) {
    if (BEHAVIOUR.test(name)) to.removeAttribute(name);
  }
  Array.from(from.children).forEach((child, index) => copyLook(child, to.children[index] as Element));
}

/** A drawing may carry a title and a legend that only its file shows, below what the page shows. */
function showCaption(copy: SVGSVGElement): void {
  const caption = copy.querySelector("[data-height]");
  if (caption === null) return;
  caption.setAttribute("display", "inline");
  const [x = 0, y = 0, width = 0, height = 0] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const tall = height + Number(caption.getAttribute("data-height"));
  caption.removeAttribute("data-height");
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${tall}`);
  copy.setAttribute("width", `${width}`);
  copy.setAttribute("height", `${tall}`);
}

function ground(svg: SVGSVGElement): SVGElement {
  const rect = svg.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "rect");
  const [x = "0", y = "0"] = (svg.getAttribute("viewBox") ?? "").split(" ");
  rect.setAttribute("x", x);
  rect.setAttribute("y", y);
  rect.setAttribute("width", "100%");
  rect.setAttribute("height", "100%");
  rect.setAttribute("fill", paper(svg));
  return rect;
}

/** The nearest colour behind the drawing. */
function paper(element: Element | null): string {
  for (let at = element; at !== null; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "" && colour !== "transparent" && colour !== "rgba(0, 0, 0, 0)") return colour;
  }
  return "#fff";
}

function titled(svg: SVGSVGElement, text: string): SVGElement {
  const title = svg.ownerDocument.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = text;
  return title;
}

export const saveSvg = (svg: SVGSVGElement, title: string) => saveText(svgText(svg, title), fileName(title, "svg"), "image/svg+xml");

/** The drawing as pixels, `scale` to each of its own; needs `img-src blob:` in the page's policy. */
async function pngBlob(svg: SVGSVGElement, scale = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(svg)], { type: "image/svg+xml;charset=utf-8" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return await painted(image, image.naturalWidth * scale, image.naturalHeight * scale);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function painted(image: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("the drawing could not be made into a picture")) : resolve(blob)), "image/png");
  });
}

export async function savePng(svg: SVGSVGElement, title: string): Promise<void> {
  saveBlob(await pngBlob(svg), fileName(title, "png"));
}
