"""``astragal games``: the list of games, and the description of each."""

from __future__ import annotations

import click

from astragal.catalogue import all_games, broken_games, find_game
from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call
from astragal.cli.own_options import JSON
from astragal.cli.rules.sets import file_option
from astragal.cli.wrong_use import PlainCommand
from astragal.render.formats.ansi import TEAL
from astragal.rules.game import Game
from astragal.service.questions.games import Games, games_answer


class GamesCall(Call):
    """List the games and their rules, or explain one.

    Games of installed packages are listed too; docs/ship-your-game.md says how to make one.

    \b
    astragal games
    astragal games scores
    astragal games --file night.py   with the game, or the rules, of a file
    """

    name = "games"
    ways = (Way(Games, (JSON,), called="the games"),)
    arguments = (click.Argument(["name"], required=False, metavar="[GAME]"),)
    common = ()
    first = (file_option(),)

    def answer(self) -> None:
        name = self.typed["name"]
        game = find_game(as_typed(name)) if name else None
        if self.output.writes_records:
            self.output.record(games_answer() if game is None else game.to_data())
        elif game is not None:
            self._explain(game)
        else:
            self._overview()

    def _overview(self) -> None:
        """Show every game in a few lines."""
        terminal = self.terminal
        for game in all_games():
            terminal.write(terminal.style(game.name, bold=True))
            terminal.paragraph(game.title, "  ")
            terminal.paragraph(f"rules: {', '.join(game.rules)}", "  ", dim=True)
        terminal.write()
        terminal.example("astragal games scores        explain a game")
        terminal.example("astragal play scores test    play one of its rules")
        for each in broken_games():
            self.output.error(each.error())

    def _explain(self, game: Game) -> None:
        """Show one game: how it works, its rules, and examples to copy."""
        terminal = self.terminal
        terminal.write(terminal.style(game.name, bold=True))
        terminal.paragraph(game.title, "  ")
        terminal.write()
        for sentence in game.short:
            terminal.paragraph(f"- {sentence}", "  ")
        if game.short:
            terminal.write()
        for name, rule in game.rules.items():
            terminal.write(f"  {terminal.style(name, fg=TEAL)}")
            terminal.paragraph(rule.text.partition("\n")[0], "    ")
            options = ", ".join(each.name for each in rule.parameters)
            terminal.paragraph(f"takes {options or 'no parameters'}", "    ", dim=True)
        if game.examples:
            terminal.write()
            terminal.write("examples to copy")
        for example in game.examples:
            terminal.example(f"astragal play {game.name} {example}", "  ")


command = GamesCall.command(PlainCommand)
