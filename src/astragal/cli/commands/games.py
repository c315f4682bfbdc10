"""``astragal games``: the games, and what each is about."""

from __future__ import annotations

import sys

import click

from astragal.catalogue import all_games, broken_games, find_game
from astragal.cli.asking import Way, as_typed, options_of
from astragal.cli.own_options import JSON
from astragal.cli.rules.sets import file_option
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.render.formats.ansi import TEAL
from astragal.rules.game import Game
from astragal.service.questions.games import Games

WAYS = (Way(Games, (JSON,), called="the games"),)


def _games(name: str | None, json: bool, file: list[str]) -> None:
    """List the games and their rules, or explain one.

    Games of installed packages are listed too; docs/ship-your-game.md says how to make one.

    \b
    astragal games
    astragal games scores
    astragal games --file night.py   with the game, or the rules, of a file
    """
    terminal = Terminal()
    try:
        found = [find_game(as_typed(name))] if name else all_games()
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)
    if json:
        for game in found:
            terminal.record(game.to_data())
    elif name:
        explain(found[0], terminal)
    else:
        overview(found, terminal)
    if not name:
        for each in broken_games():
            Terminal(sys.stderr).error(each.error())


command = PlainCommand(
    "games",
    params=[
        click.Argument(["name"], required=False, metavar="[GAME]"),
        *options_of(WAYS),
        file_option(),
    ],
    callback=_games,
    help=_games.__doc__,
)


def overview(found: list[Game], terminal: Terminal) -> None:
    """Every game in a few lines."""
    for game in found:
        terminal.write(terminal.style(game.name, bold=True))
        terminal.paragraph(game.title, "  ")
        terminal.paragraph(f"rules: {', '.join(game.rules)}", "  ", dim=True)
    terminal.write()
    terminal.example("astragal games scores        explain a game")
    terminal.example("astragal play scores test    play one of its rules")


def explain(game: Game, terminal: Terminal) -> None:
    """One game: how it works, its rules, and examples to copy."""
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
