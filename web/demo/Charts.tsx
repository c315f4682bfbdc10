import { useMemo, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Bars } from "../src/charts/Bars";
import { MODES, type Mode } from "../src/charts/distribution";
import type { Grid } from "../src/charts/grid";
import { Headline } from "../src/charts/Headline";
import { Heat } from "../src/charts/Heat";
import { Lines } from "../src/charts/Lines";
import { Stacked } from "../src/charts/Stacked";
import { savePng, saveSvg } from "../src/pictures";
import { Plate } from "../src/theme/Plate";
import { Segments } from "../src/theme/Segments";
import odds from "./odds.json";

const GRADES = [
  { text: "grade Fumble", exact: "1/5000" },
  { text: "grade Failure", exact: "877/5000" },
  { text: "grade Success", exact: "7091/10000" },
  { text: "grade Critical", exact: "1153/10000" },
  { text: "tiers 0", exact: "1513/5000" },
  { text: "tiers 1", exact: "1591/10000" },
  { text: "tiers 2", exact: "1957/10000" },
  { text: "tiers 3", exact: "1183/5000" },
  { text: "tiers 4", exact: "53/500" },
];

function grid(data: unknown): Grid {
  return data as Grid;
}

export function Charts() {
  const [mode, setMode] = useState<Mode>("exactly");
  const [target, setTarget] = useState("15");
  const one = useMemo(() => [{ name: "4d6kh3", odds: odds.abilities }], []);
  const two = useMemo(() => [{ name: "2d20kl1", odds: odds.low }, { name: "1d20", odds: odds.straight }, { name: "2d20kh1", odds: odds.advantage }], []);
  const wide = useMemo(() => [{ name: "2d500", odds: odds.wide }], []);
  const deep = useMemo(() => [{ name: "60d6", odds: odds.deep }], []);
  const words = useMemo(() => [{ name: "2d6", odds: odds.words }], []);
  const gaps = useMemo(() => [{ name: "gaps", odds: odds.gaps }], []);
  const over = useMemo(() => [{ name: "3d6", odds: odds.plain }, { name: "3d6!", odds: odds.exploding }], []);
  return (
    <section class="stack" id="charts" aria-labelledby="charts-title">
      <h2 id="charts-title">Charts</h2>
      <Segments label="What a bar shows" options={MODES.map((each) => [each, each] as const)} selected={mode} onSelect={setMode} />
      <div class="columns">
        <Framed title="4d6kh3" caption="Four six-sided dice, the highest three kept, with a target to be dragged.">
          <Bars series={one} mode={mode} title="Odds of 4d6kh3" target={{ at: target, side: "at least" }} onTarget={setTarget} />
        </Framed>
        <Framed title="advantage" caption="Advantage and disadvantage beside a plain d20.">
          <Bars series={two} mode={mode} title="Odds of 2d20kl1, 1d20 and 2d20kh1" />
        </Framed>
        <Framed title="2d500" caption="A thousand outcomes.">
          <Bars series={wide} mode={mode} title="Odds of 2d500" target={{ at: "300", side: "at most" }} />
        </Framed>
        <Framed title="60d6" caption="Fractions of many digits.">
          <Bars series={deep} mode={mode} title="Odds of 60d6" />
        </Framed>
        <Framed title="3d6 and 3d6!" caption="One that ends, one that does not.">
          <Bars series={over} mode={mode} title="Odds of 3d6 and 3d6!" />
        </Framed>
        <Framed title="gaps" caption="Outcomes far apart.">
          <Bars series={gaps} mode={mode} title="Odds of a die with gaps" />
        </Framed>
        <Framed title="2d6" caption="Outcomes that are words.">
          <Bars series={words} title="Odds of 2d6 in words" />
        </Framed>
        <Framed title="moves" caption="Miss, mixed and hit as the modifier grows.">
          <Stacked {...odds.pbta} title="Outcomes of 2d6 by modifier" />
        </Framed>
        <Framed title="dice kept" caption="The best of one, two or three d20s against a target.">
          <Lines grid={grid(odds.advantages)} title="Chance by target and number of dice" />
        </Framed>
        <Framed title="difficulty" caption="A d20 and a modifier against a difficulty; the line is one half.">
          <Heat grid={grid(odds.difficulty)} title="Chance by modifier and difficulty" />
        </Framed>
      </div>
      <Plate caption="A rule's odds at a glance."><Headline parts={GRADES} /></Plate>
    </section>
  );
}

function Framed({ title, caption, children }: { title: string; caption: string; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const drawing = () => box.current?.querySelector<SVGSVGElement>(".chart-svg") ?? null;
  const save = (how: (svg: SVGSVGElement, title: string) => unknown) => {
    const svg = drawing();
    if (svg !== null) void how(svg, title);
  };
  return (
    <div class="half" ref={box}>
      <Plate caption={caption}>
        {children}
        <div class="toolbar screen-only">
          <button type="button" class="small quiet" aria-label={`SVG of ${title}`} onClick={() => save(saveSvg)}>SVG</button>
          <button type="button" class="small quiet" aria-label={`PNG of ${title}`} onClick={() => save(savePng)}>PNG</button>
        </div>
      </Plate>
    </div>
  );
}
