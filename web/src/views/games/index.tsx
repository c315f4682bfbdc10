import type { ViewProps } from "../../app/view";
import { ProblemText } from "../../notation/ProblemText";
import { GamePicker, RulePicker } from "./GamePicker";
import { RuleView } from "./RuleView";
import { useSheets } from "./sheets/useSheets";
import { useGames } from "./useGames";
import "../../charts/charts.css";
import "../roll/roll.css";
import "./games.css";

/** Each game: its rules, the odds before one rolls, and the rolls themselves. */
export default function GamesView({ route }: ViewProps) {
  const [wantedGame, wantedRule] = route.path;
  const { games, broken, problem, described } = useGames(wantedGame);
  const sheets = useSheets(wantedGame ?? games?.[0]?.name ?? "");
  if (problem !== null) return <ProblemText problem={problem} />;
  if (games === null) return <p class="soft waiting">The games are on their way …</p>;

  const game = wantedGame === undefined ? games[0] : games.find(({ name }) => name === wantedGame);
  if (game === undefined) {
    return (
      <div class="stack games-view">
        <GamePicker games={games} selected="" />
        <p role="alert">There is no game “{wantedGame}” here. These are the games.</p>
      </div>
    );
  }
  const rule = wantedRule === undefined ? foremost(game.rules) : game.rules.find(({ name }) => name === `${game.name}.${wantedRule}`);
  const known = described[game.name];
  const whole = known?.rules.find(({ name }) => name === rule?.name);
  return (
    <div class="stack games-view">
      <GamePicker games={games} selected={game.name} />
      <RulePicker game={game} selected={rule?.name ?? ""} />
      {rule === undefined ? (
        <p role="alert">
          {game.name} has no rule “{wantedRule}”. These are its rules.
        </p>
      ) : known === undefined || whole === undefined ? (
        <p class="soft waiting">{game.name} is on its way …</p>
      ) : (
        <RuleView game={known} rule={whole} games={games} described={described} route={route} sheets={sheets} />
      )}
      {broken.map((each) => (
        <ProblemText key={each.name} problem={each.problem} />
      ))}
    </div>
  );
}

/** Rules that only name dice come first in some games, but nobody looks for them first. */
function foremost<Rule extends { readonly name: string }>(rules: readonly Rule[]): Rule | undefined {
  return rules.find(({ name }) => !/\.(?:d\d+|roll|percentile)$/.test(name)) ?? rules[0];
}
