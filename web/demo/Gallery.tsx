import { useState } from "preact/hooks";
import { Die } from "../src/dice/Die";
import { Roll } from "../src/dice/Roll";
import { applyEdit } from "../src/dice/tapping";
import { Tray } from "../src/dice/Tray";
import { Plate } from "../src/theme/Plate";
import * as rolls from "./rolls";

const SPECIMENS = [["d4", 4], ["d6", 6], ["d8", 8], ["d10", 7], ["d12", 12], ["d20", 17], ["d%", 73], ["dF", 1], ["dF", -1], ["dF", 0], ["d2", 1], ["d7", 5], ["d30", 28], ["2d6", 11]] as const;

export function Gallery() {
  const [text, setText] = useState("2d20kh1 + 5");
  return (
    <div class="page plates">
      <main class="stack">
        <h1>Gallery</h1>
        {[24, 32, 48, 72].map((size) => (
          <div class="specimens" key={size}>
            {SPECIMENS.map(([name, value]) => (
              <Die key={`${name}${value}`} name={name} value={value} size={size} label={`${name} showing ${value}`} />
            ))}
          </div>
        ))}
        <Plate caption="Four dice for an ability."><Roll groups={rolls.abilities} outcome="15" note="luckier than 79 in 100" falling /></Plate>
        <Plate caption="An attack."><Roll groups={rolls.attack} outcome="54" /></Plate>
        <Plate caption="All sorts."><Roll groups={rolls.mixed} outcome="81" /></Plate>
        <Plate caption="A pool."><Roll groups={rolls.pool} outcome="Success, 2 hits" /></Plate>
        <Plate caption="Many."><Roll groups={rolls.many} outcome="700" size={36} /></Plate>
        <input class="notation" aria-label="Dice" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <Tray text={text} onEdit={(edit) => setText(applyEdit(text, edit))} />
      </main>
    </div>
  );
}
