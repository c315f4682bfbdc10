import { useRef, useState } from "preact/hooks";
import { Tabs } from "../src/theme/Tabs";
import { Toasts, type Toast } from "../src/theme/Toasts";

export function Controls() {
  const [tab, setTab] = useState("first");
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [stat, setStat] = useState(43);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <section class="stack" id="controls" aria-labelledby="controls-title">
      <h2 id="controls-title">Controls</h2>
      <div class="toolbar">
        <button type="button" class="primary">Roll</button>
        <button type="button">Odds</button>
        <button type="button" class="quiet">Copy</button>
        <button type="button" class="small">small</button>
        <button type="button" aria-pressed="true">pressed</button>
        <button type="button" disabled>disabled</button>
        <button type="button" onClick={() => dialog.current?.showModal()}>Dialog</button>
      </div>
      <form class="fields" onSubmit={(event) => event.preventDefault()}>
        <div class="field">
          <label for="stat">Stat</label>
          <div class="range">
            <input id="stat" type="range" min="0" max="100" value={stat} onInput={(event) => setStat(event.currentTarget.valueAsNumber)} />
            <output for="stat">{stat}</output>
          </div>
          <span class="help">what is rolled against</span>
        </div>
        <div class="field">
          <label for="tier">Difficulty</label>
          <select id="tier"><option>Easy</option><option>Moderate</option><option>Hard</option></select>
        </div>
        <div class="field">
          <label for="name">Name</label>
          <input id="name" placeholder="of this roll" />
        </div>
        <label class="check"><input type="checkbox" checked /> With a helper</label>
      </form>
      <Tabs label="Examples" tabs={[{ name: "first", title: "Lines" }, { name: "second", title: "Heat" }]} selected={tab} onSelect={setTab}>
        <p>The {tab} panel.</p>
      </Tabs>
      <details open>
        <summary>How the roll is read</summary>
        <p>Four six-sided dice, of which the <a href="#dice">highest</a> three count: <code>4d6kh3</code>.</p>
      </details>
      <div class="scroll-x">
        <table>
          <caption>A few chances</caption>
          <thead><tr><th scope="col">text</th><th scope="col" class="number">mean</th><th scope="col" class="number">spread</th></tr></thead>
          <tbody>
            <tr><th scope="row"><code>4d6kh3</code></th><td class="number">12.24</td><td class="number">2.85</td></tr>
            <tr><th scope="row"><code>3d6</code></th><td class="number">10.50</td><td class="number">2.96</td></tr>
          </tbody>
        </table>
      </div>
      <p class="waiting">The engine is on its way …</p>
      <progress value="0.4" aria-label="The engine loads" />
      <button type="button" onClick={() => setToasts([...toasts, { id: toasts.length, text: "Copied.", action: { text: "Undo", run: () => undefined } }])}>Toast</button>
      <Toasts toasts={toasts} onClose={(id) => setToasts(toasts.filter((toast) => toast.id !== id))} />
      <dialog ref={dialog} aria-labelledby="dialog-title">
        <h3 id="dialog-title">Save this roll</h3>
        <form method="dialog"><button class="primary">Done</button></form>
      </dialog>
    </section>
  );
}
