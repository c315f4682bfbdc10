import type { Answers } from "../contract";
import { changeText, differenceText, worthText, type Effect } from "./effects";
import { exactly, fractionText, ratio, shortFraction, type Fraction } from "./exact";
import { isChance, valueText, type Namer } from "./grid";

interface EffectsProps {
  readonly answer: Answers["matters"];
  /** what a parameter is called */
  readonly called: (parameter: string) => string;
  /** what its values are called */
  readonly named: Namer;
}

/** What one step of each parameter is worth, the greatest difference first. */
export function Effects({ answer, called, named }: EffectsProps) {
  const { kind, now, effects, left_out: left } = answer;
  const chance = isChance(kind);
  const textOf = (effect: Effect) => changeText(effect, called, named);
  const moving = effects.filter(({ difference }) => exactly(difference.exact).over !== 0n);
  const still = effects.filter((effect) => !moving.includes(effect));
  const [first] = moving;
  const most = first === undefined ? 1 : Math.abs(ratio(exactly(first.difference.exact)));
  return (
    <div class="stack effects">
      <p>
        {chance ? "The chance" : "The mean"} is <b>{valueText(exactly(now.exact), chance)}</b> as it is.{" "}
        {first === undefined ? "One step of any of its values makes no difference." : `${textOf(first)} ${worthText(first, kind)}.`}
      </p>
      {moving.length === 0 ? null : (
        <table class="effects-table">
          <caption class="visually-hidden">What one step of each is worth, the greatest difference first</caption>
          <thead>
            <tr>
              <th scope="col">One step</th>
              <td />
              <th scope="col" class="number">
                {chance ? "points" : "difference"}
              </th>
              <th scope="col" class="number">
                {kind} then
              </th>
            </tr>
          </thead>
          <tbody>
            {moving.map((effect) => {
              const difference = exactly(effect.difference.exact);
              return (
                <tr key={textOf(effect)}>
                  <th scope="row">{textOf(effect)}</th>
                  <td class="effects-bar">
                    <Bar difference={difference} most={most} />
                  </td>
                  <td class="number" title={shortFraction(fractionText(difference))}>
                    {differenceText(difference, chance)}
                  </td>
                  <td class="number" title={shortFraction(fractionText(exactly(effect.then.exact)))}>
                    {valueText(exactly(effect.then.exact), chance)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {left.length === 0 && (still.length === 0 || moving.length === 0) ? null : (
        <details class="effects-rest">
          <summary>What is not in the list</summary>
          {still.length === 0 ? null : <p>No difference: {still.map(textOf).join(", ")}.</p>}
          {left.map(({ what, reason }) => (
            <p key={what}>
              {called(what)}: {reason}.
            </p>
          ))}
        </details>
      )}
    </div>
  );
}

/** To the right what makes it more, to the left what makes it less. */
function Bar({ difference, most }: { difference: Fraction; most: number }) {
  const share = Math.abs(ratio(difference)) / most;
  const less = difference.over < 0n;
  return (
    <span class={less ? "effect-track less" : "effect-track"} aria-hidden="true">
      <span class={`effect-bar swatch-${less ? "hatch" : "accent"}`} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
