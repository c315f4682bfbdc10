import { useAnswer } from "../../app/useAnswer";
import type { ViewProps } from "../../app/view";
import { ProblemText } from "../../notation/ProblemText";
import { GamePicker, RulePicker } from "./GamePicker";
import { RuleView } from "./RuleView";
import { useSheets } from "./sheets/useSheets";
import "../../charts/charts.css";
import "../roll/roll.css";
import "./games.css";

/** Each game: its rules, the odds before one rolls, and the rolls themselves. */
export default function GamesView({ route, active }: ViewProps) {
  const { answer, problem } = useAnswer("games", {});
  const sheets = useSheets();
  const games = answer?.games ?? [];
  const game = games.find(({ name }) => name === route.path[0]) ?? (route.path.length === 0 ? games[0] : undefined);
  const rule = game?.rules.find(({ name }) => name === `${game.name}.${route.path[1] ?? ""}`) ?? (route.path.length < 2 ? game?.rules.find(({ name }) => !isBare(name)) ?? game?.rules[0] : undefined);
  const { answer: described } = useAnswer("game", game === undefined ? null : { name: game.name });

  if (problem !== null) return <ProblemText problem={problem} />;
  if (answer === null) return <p class="soft waiting">The games are on their way …</p>;
  const known = described !== null && described.name === game?.name ? described : null;
  const whole = known?.rules.find(({ name }) => name === rule?.name);
  return (
    <div class="stack games-view" data-active={active}>
      <GamePicker games={games} selected={game?.name ?? ""} />
      {game === undefined ? (
        <p role="alert">There is no game “{route.path[0]}” here. These are the games.</p>
      ) : (
        <>
          <RulePicker game={game} selected={rule?.name ?? ""} />
          {rule === undefined ? (
            <p role="alert">
              {game.name} has no rule “{route.path[1]}”. These are its rules.
            </p>
          ) : known === null || whole === undefined ? (
            <p class="soft waiting">{game.name} is on its way …</p>
          ) : (
            <RuleView key={game.name} game={known} rule={whole} games={games} route={route} sheets={sheets} />
          )}
        </>
      )}
    </div>
  );
}

/** Rules that only name dice come first in some games, but nobody looks for them first. */
function isBare(name: string): boolean {
  return /\.(?:d\d+|roll|percentile)$/.test(name);
}
