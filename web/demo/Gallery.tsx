import { useState } from "preact/hooks";
import { KnuckleboneMark } from "../src/theme/Mark";
import { applyTheme, isTheme, type Theme } from "../src/theme/theme";
import { Charts } from "./Charts";
import { Controls } from "./Controls";
import { Dice } from "./Dice";

/** Every component of the page, with fixed data: for people to look at and for tests to open. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>("system");
  const choose = (name: string) => {
    if (!isTheme(name)) return;
    setTheme(name);
    applyTheme(name);
  };
  return (
    <div class="page plates">
      <header>
        <div class="masthead">
          <a class="name" href="#top"><KnuckleboneMark /> Astragal</a>
          <span class="motto">The gallery: every part of the page</span>
          <label>
            Colours
            <select value={theme} onChange={(event) => choose(event.currentTarget.value)}>
              <option value="system">as the system</option>
              <option value="light">bone</option>
              <option value="dark">ink</option>
            </select>
          </label>
        </div>
        <nav class="chapters" aria-label="Parts of the gallery">
          <a href="#dice" aria-current="page"><span class="numeral">I</span> Dice</a>
          <a href="#charts"><span class="numeral">II</span> Charts</a>
          <a href="#controls"><span class="numeral">III</span> Controls</a>
        </nav>
      </header>
      <main class="stack gallery">
        <h1 class="visually-hidden">The gallery</h1>
        <Dice />
        <Charts />
        <Controls />
      </main>
    </div>
  );
}
