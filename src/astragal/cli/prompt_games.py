"""Games at the prompt: choose one, then type the names of its rules."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

import click

from astragal.catalogue import find_game, game_names
from astragal.cli.games import explain, overview
from astragal.cli.play import rules_command
from astragal.cli.session import Session
from astragal.errors import AstragalError, ParameterError
from astragal.outcome import show
from astragal.table.circumstances import Circumstance

_GIVES = re.compile(r"\s*([a-z_]+)\s*([+-]?\d{1,4})\s*", re.IGNORECASE)


class GameCommands:
    """The commands of the prompt that are about games, sheets and circumstances."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def handle(self, line: str) -> bool:
        """Answer a line about games; False if it is about something else."""
        word, _, rest = line.partition(" ")
        if rest.lstrip().startswith("="):
            return False  # an assignment: game = 2d6; game + 1
        commands: dict[str, Callable[[str], None]] = {
            "game": self._choose,
            "games": self._list,
            "sheet": self._open,
            "begin": self._begin,
            "end": self._end,
        }
        answer = commands.get(word.lower())
        if answer is None:
            return self._play(line)
        try:
            answer(rest.strip())
        except AstragalError as error:
            self.session.terminal.error(error)
        return True

    def _play(self, line: str) -> bool:
        """Play a rule; False if the line names none."""
        word, _, rest = line.partition(" ")
        game = self.session.game
        if word == "play":
            name, _, rule = rest.strip().partition(" ")
            self._run(name, rule)
        elif game is not None and self._names_a_rule(word):
            self._run(game.name, line)
        elif game is not None and game.named and line in self.session.sheet:
            # The name of a value alone calls for the roll that it is for: "a Focus Save".
            rule, parameter = game.named
            self._run(game.name, f"{rule} --{parameter} {shlex.quote(line)}")
        else:
            return False
        return True

    def _names_a_rule(self, word: str) -> bool:
        game = self.session.game
        return game is not None and word.replace("-", "_") in game.rules

    def odds(self, line: str) -> bool:
        """The odds of a rule of the open game; False if the line is about something else."""
        game = self.session.game
        if game is None or not self._names_a_rule(line.partition(" ")[0]):
            return False
        self._run(game.name, f"{line} --odds")
        return True

    def _run(self, game: str, line: str) -> None:
        """A rule of a game (or of a file) with its options, as if typed in a shell."""
        try:
            command = rules_command(game, self.session)
            command.main(shlex.split(line), prog_name=str(command.name), standalone_mode=False)
        except click.ClickException as error:
            self.session.terminal.write(error.format_message())
        except (click.exceptions.Abort, KeyboardInterrupt):
            self.session.terminal.write("stopped")
        except ValueError as error:
            self.session.terminal.write(f"cannot read that line: {error}")
        except SystemExit:
            pass  # the error has been shown

    def _choose(self, name: str) -> None:
        if not name:
            self.session.leave()
            self.session.terminal.write(f"no game; there are {', '.join(game_names())}")
            return
        game = find_game(name)
        self.session.terminal.write(f"  {game.title}")
        self.session.terminal.paragraph(f"rules: {', '.join(game.rules)}", "  ", dim=True)
        self.session.terminal.write(f"  for example: {game.examples[0]}")
        self.session.enter(game)

    def _list(self, name: str) -> None:
        if name:
            explain(find_game(name), self.session.terminal)
        else:
            overview([find_game(each) for each in game_names()], self.session.terminal)

    def _open(self, path: str) -> None:
        if path:
            self.session.open_sheet(path)
        sheet = self.session.sheet
        for name, value in sheet.items():
            self.session.terminal.write(f"  {name} {show(value)}")
        for each in sheet.circumstances.each:
            self.session.terminal.paragraph(str(each), "  ", dim=True)
        if not len(sheet):
            self.session.terminal.write("  no sheet is open; to open one: sheet alice.toml")

    def _begin(self, text: str) -> None:
        """``begin ants in their pants: advantages 1 on Attack``."""
        name, _, given = text.partition(":")
        gives, _, on = given.partition(" on ")
        found = [_GIVES.fullmatch(part) for part in gives.split(",")]
        if not all(found):
            raise ParameterError(
                "bad-circumstance",
                "name the circumstance and what it gives",
                hint="e.g. begin ants in their pants: advantages 1 on Attack",
            )
        numbers = {each[1].lower(): int(each[2]) for each in found if each is not None}
        names = [each.strip() for each in on.split(",") if each.strip()]
        begun = Circumstance(name.strip(), numbers, tuple(names))
        self.session.begin(begun)
        self.session.terminal.write(f"  {begun}")

    def _end(self, name: str) -> None:
        self.session.end(name)
        self.session.terminal.write(f"  {name} ends")
