import { routeTo, writeRoute } from "../../app/route";
import { useAnswer } from "../../app/useAnswer";
import { capital, spaced } from "../../words";

/** Rules that only name dice come first in some games, but nobody looks for them first. */
const PLAIN = /\.(?:d\d+|roll|percentile)$/;
const LATER = 400;

/** The way to the first rule of each game. */
export function AtGames() {
  const { answer } = useAnswer("games", {}, { delay: LATER });
  if (answer === null) return null;
  const rules = answer.games.flatMap(({ rules: [...all] }) => all.find(({ name }) => !PLAIN.test(name)) ?? []);
  return (
    <nav class="examples at-games screen-only" aria-label="Rules of games">
      <h2>By the rules of a game</h2>
      <ul class="chips">
        {rules.map(({ name, summary }) => (
          <li key={name}>
            <a class="button chip" href={writeRoute(routeTo("games", {}, name.split(".")))} title={summary}>
              {capital(spaced(name.replace(".", " ")))}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
