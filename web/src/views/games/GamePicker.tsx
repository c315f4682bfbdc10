import { writeRoute } from "../../app/route";
import type { Answers } from "../../contract";
import { Die } from "../../dice/Die";
import { Roving } from "../../theme/Roving";
import { gameRoute } from "./link";
import { labelOf } from "./form/parameters";

type Games = Answers["games"]["games"];
type Game = Games[number];

/** The games as the plates of a frontispiece, each with a die of its own. */
export function GamePicker({ games, selected }: { readonly games: Games; readonly selected: string }) {
  return (
    <Roving label="Games" class="game-picker screen-only" of={`${games.length} ${selected}`}>
      <ul>
        {games.map((game) => (
          <li key={game.name}>
            <a href={writeRoute(gameRoute(game.name))} aria-current={game.name === selected ? "page" : undefined}>
              <Die name={namedDice(game)[0] ?? "d6"} size={34} />
              <span class="game-name">{labelOf(game.name)}</span>{" "}
              <span class="game-title">{game.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </Roving>
  );
}

/** The dice that a game names, in the order it names them. */
export function namedDice({ title, short }: Pick<Game, "title" | "short">): readonly string[] {
  const named = [title, ...short].join(" ").matchAll(/\bd(\d{1,3})(?=s?\b)/g);
  return [...new Set([...named].map(([, sides]) => `d${sides}`))].slice(0, 3);
}

/** The rules of a game, as links in a row. */
export function RulePicker({ game, selected }: { readonly game: Game; readonly selected: string }) {
  return (
    <Roving label={`Rules of ${labelOf(game.name)}`} class="rule-picker screen-only" of={`${game.name} ${selected}`}>
      <ul>
        {game.rules.map((rule) => (
          <li key={rule.name}>
            <a href={writeRoute(gameRoute(rule.name))} aria-current={rule.name === selected ? "page" : undefined} title={rule.summary}>
              {labelOf(rule.name.slice(rule.name.indexOf(".") + 1))}
            </a>
          </li>
        ))}
      </ul>
    </Roving>
  );
}
