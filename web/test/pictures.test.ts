// @vitest-environment jsdom
import { expect, test } from "vitest";
import { svgText } from "../src/pictures";

function drawing(inside: string): SVGSVGElement {
  document.body.innerHTML = `<svg viewBox="0 0 100 50" width="100" height="50" role="group">${inside}</svg>`;
  return document.querySelector("svg") as SVGSVGElement;
}

test("a saved drawing stands alone: its look as attributes, nothing to focus, no pointer's traces", () => {
  const text = svgText(drawing('<rect class="hit"/><path class="bar" d="M0 0"/><g class="cursor" tabindex="0" role="slider"/>'), "2d6 & more");
  const saved = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(saved.querySelector("title")?.textContent).toBe("2d6 & more");
  expect(saved.querySelectorAll("g, [class], [role], [tabindex], [data-left-out]")).toHaveLength(0);
  expect(saved.querySelectorAll("path")).toHaveLength(1);
});

test("its caption is shown, and makes it taller", () => {
  const text = svgText(drawing('<g class="file-only" data-height="30"><text>2d6</text></g>'));
  const saved = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(saved.documentElement.getAttribute("viewBox")).toBe("0 0 100 80");
  expect(saved.documentElement.getAttribute("height")).toBe("80");
  expect(saved.querySelector("g")?.getAttribute("display")).toBe("inline");
});
