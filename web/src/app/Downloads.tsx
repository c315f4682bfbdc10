import type { ComponentChild, ComponentChildren, RefObject } from "preact";

import { saveCsv, saveJson } from "../files";
import { savePng, saveSvg } from "../pictures";
import { whileDrawn } from "./drawn";
import { useServices } from "./services";
import { useShare } from "./useShare";

interface DownloadsProps {
  /** where the drawing is */
  readonly box: RefObject<HTMLElement | null>;
  readonly title: string;
  /** nothing is there yet */
  readonly none: boolean;
  /** what is drawn for a file where the page shows no drawing */
  readonly drawing?: (() => ComponentChild) | undefined;
  readonly csv: () => Promise<string>;
  readonly json: () => string;
  /** null if there is too much for a link */
  readonly link: () => string | null;
  /** what else can be taken along */
  readonly children?: ComponentChildren;
}

/** What can be taken along: a link, pictures, tables, paper. */
export function Downloads({ box, title, none, drawing, csv, json, link, children }: DownloadsProps) {
  const { toasts } = useServices();
  const share = useShare();

  function draw(save: (svg: SVGSVGElement, title: string) => unknown) {
    const place = box.current;
    const svg = place?.querySelector<SVGSVGElement>(".chart-svg") ?? null;
    const drawn = async () => {
      if (svg !== null) await save(svg, title);
      else if (place !== null && drawing !== undefined) await whileDrawn(drawing(), place, (own) => save(own, title));
    };
    void drawn().catch(() => toasts.say("This browser could not make a picture of it."));
  }

  function shareAll() {
    const address = link();
    if (address === null) toasts.say("This is too long for a link: take it along as a file.");
    else share(address, "A link to all this");
  }

  return (
    <div class="toolbar downloads screen-only" role="group" aria-label="Take it along">
      <button type="button" class="small" onClick={shareAll}>
        Link
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => draw(savePng)}>
        PNG
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => draw(saveSvg)}>
        SVG
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => void csv().then((text) => saveCsv(text, title))}>
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
