import type { ComponentChildren, RefObject } from "preact";

import { saveCsv, saveJson } from "../files";
import { savePng, saveSvg } from "../pictures";
import { useServices } from "./services";
import { useCopy } from "./useCopy";

interface DownloadsProps {
  /** where the drawing is */
  readonly box: RefObject<HTMLElement | null>;
  readonly title: string;
  /** nothing is there yet */
  readonly none: boolean;
  readonly csv: () => string;
  readonly json: () => string;
  /** null if there is too much for a link */
  readonly link: () => string | null;
  /** what else can be taken along */
  readonly children?: ComponentChildren;
}

const NO_COPY = "This browser does not let the page copy: the address above is the link.";

/** What can be taken along: a link, pictures, tables, paper. */
export function Downloads({ box, title, none, csv, json, link, children }: DownloadsProps) {
  const { toasts } = useServices();
  const copy = useCopy();

  function draw(save: (svg: SVGSVGElement, title: string) => unknown) {
    const svg = box.current?.querySelector<SVGSVGElement>(".chart-svg");
    if (svg == null) return;
    void Promise.resolve(save(svg, title)).catch(() => toasts.say("This browser could not make a picture of it."));
  }

  function share() {
    const address = link();
    if (address === null) toasts.say("This is too long for a link: take it along as a file.");
    else copy(address, "A link to all this", NO_COPY);
  }

  return (
    <div class="toolbar downloads screen-only" role="group" aria-label="Take it along">
      <button type="button" class="small" onClick={share}>
        Link
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => draw(savePng)}>
        PNG
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => draw(saveSvg)}>
        SVG
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => saveCsv(csv(), title)}>
        CSV
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => saveJson(json(), title)}>
        JSON
      </button>
      {children}
      <button type="button" class="small quiet" onClick={() => window.print()}>
        Print
      </button>
    </div>
  );
}
