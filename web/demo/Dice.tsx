import { useState } from "preact/hooks";
import { Die } from "../src/dice/Die";
import { Roll } from "../src/dice/Roll";
import { applyEdit } from "../src/dice/tapping";
import { Tray } from "../src/dice/Tray";
import { Plate } from "../src/theme/Plate";
import * as rolls from "./rolls";

const SPECIMENS = [
  ["d4", 4], ["d6", 6], ["d8", 8], ["d10", 7], ["d12", 12], ["d20", 17], ["d%", 73], ["dF", 1], ["dF", -1], ["dF", 0],
  ["coin", 1], ["d7", 5], ["d30", 28], ["2d6", 11],
] as const;

const SIZES = [24, 32, 48, 72];

export function Dice() {
  const [text, setText] = useState("2d20kh1 + 5");
  const [thrown, setThrown] = useState(0);
  return (
    <section class="stack" id="dice" aria-labelledby="dice-title">
      <h2 id="dice-title">Dice</h2>
      <Plate caption="Every die at 24, 32, 48 and 72 pixels.">
        <div class="stack">
          {SIZES.map((size) => (
            <div class="specimens" key={size}>
              {SPECIMENS.map(([name, value]) => (
                <Die key={`${name} ${value}`} name={name} value={value} size={size} label={`${name} showing ${value}`} />
              ))}
            </div>
          ))}
        </div>
      </Plate>
      <div class="columns">
        <div class="stack half">
          <label for="notation">What to roll</label>
          <input id="notation" class="notation" value={text} onInput={(event) => setText(event.currentTarget.value)} />
          <Tray text={text} fresh={false} onHold={() => undefined} onEdit={(edit) => setText(applyEdit(text, edit))} />
          <div class="toolbar">
            <button type="button" class="primary" onClick={() => setThrown(thrown + 1)}>Roll</button>
          </div>
        </div>
        <div class="half">
          <Plate caption="Four dice for an ability, the lowest dropped.">
            <Roll key={thrown} groups={rolls.abilities} outcome="15" note="luckier than 79 in 100" falling />
          </Plate>
        </div>
      </div>
      <Plate caption="Criticals, explosions, re-rolls, raised and folded dice.">
        <Roll groups={rolls.attack} outcome="68" />
      </Plate>
      <div class="columns">
        <div class="wide">
          <Plate caption="Dice of all sorts."><Roll groups={rolls.mixed} outcome="80" /></Plate>
        </div>
        <div class="narrow">
          <Plate caption="A pool that is counted."><Roll groups={rolls.pool} outcome="Success, 2 hits" /></Plate>
        </div>
      </div>
      <Plate caption="Two hundred dice."><Roll groups={rolls.many} outcome="700" /></Plate>
    </section>
  );
}
