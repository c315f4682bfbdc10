import type { RefObject } from "preact";

import { useServices } from "../../app/services";
import { useCopy } from "../../app/useCopy";
import type { Answers } from "../../contract";
import { saveCsv, saveJson } from "../../files";
import { savePng, saveSvg } from "../../pictures";
import { csvOf, jsonOf, type Line } from "./files";

interface DownloadsProps {
  /** where the drawing is */
  readonly box: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly lines: readonly Line[];
  readonly pairs: Answers["compare"]["pairs"];
  readonly link: () => string;
}

const NO_COPY = "This browser does not let the page copy: the address above is the link.";

/** What can be taken along: a link, pictures, tables, paper. */
export function Downloads({ box, title, lines, pairs, link }: DownloadsProps) {
  const { toasts } = useServices();
  const copy = useCopy();
  const none = lines.length === 0;

  function draw(save: (svg: SVGSVGElement, title: string) => unknown) {
    const svg = box.current?.querySelector<SVGSVGElement>(".chart-svg");
    if (svg == null) return;
    void Promise.resolve(save(svg, title)).catch(() => toasts.say("This browser could not make a picture of it."));
  }

  return (
    <div class="toolbar downloads screen-only" role="group" aria-label="Take it along">
      <button type="button" class="small" onClick={() => copy(link(), "A link to all this", NO_COPY)}>
        Link
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => draw(savePng)}>
        PNG
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => draw(saveSvg)}>
        SVG
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => saveCsv(csvOf(lines), title)}>
        CSV
      </button>
      <button type="button" class="small quiet" disabled={none} onClick={() => saveJson(jsonOf(lines, pairs, link()), title)}>
        JSON
      </button>
      <button type="button" class="small quiet" onClick={() => window.print()}>
        Print
      </button>
    </div>
  );
}
