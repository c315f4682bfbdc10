"""Games at the prompt: one is chosen, and its rules are used by their names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

import click

from astragal.catalogue import check_gifts, find_game, game_names
from astragal.cli.games import explain, overview
from astragal.cli.play import rules_command
from astragal.cli.seat import Seat
from astragal.errors import AstragalError, ParameterError
from astragal.outcome import show
from astragal.rules.game import Game
from astragal.table.circumstances import Circumstance
from astragal.table.sheets import Sheet

_GIVES = re.compile(r"\s*([a-z_]+)\s*([+-]?\d{1,4})\s*", re.IGNORECASE)


class Gaming:
    """The game that is being played at the prompt, if any, and what its player can say."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.game: Game | None = None

    def handle(self, line: str) -> bool:
        """Answer a line that is about games; False if it is about something else."""
        word, _, rest = line.partition(" ")
        if rest.lstrip().startswith("="):
            return False  # a name is given to a roll
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
            self.seat.terminal.error(error)
        return True

    def _play(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        if word == "play":
            name, _, rule = rest.strip().partition(" ")
            self._run(lambda: rules_command(name, self.seat), rule)
        elif self.game is not None and word.replace("-", "_") in self.game.rules:
            self._run(self._rules, line)
        elif self.game is not None and self.game.named and line in self.seat.sheet:
            # A value's name alone calls for the roll that it is for: "a Focus Save".
            rule, parameter = self.game.named
            self._run(self._rules, f"{rule} --{parameter} {shlex.quote(line)}")
        else:
            return False
        return True

    def odds(self, line: str) -> bool:
        """The odds of a rule of the game that is played; False if the line is about something else."""
        if self.game is None or line.partition(" ")[0].replace("-", "_") not in self.game.rules:
            return False
        self._run(self._rules, f"{line} --odds")
        return True

    def _rules(self) -> click.Command:
        assert self.game is not None
        return rules_command(self.game.name, self.seat)

    def _run(self, find: Callable[[], click.Command], line: str) -> None:
        """A command with its options, as if it were typed in a shell."""
        try:
            command = find()
            command.main(shlex.split(line), prog_name=str(command.name), standalone_mode=False)
        except click.ClickException as error:
            self.seat.terminal.write(error.format_message())
        except (click.exceptions.Abort, KeyboardInterrupt):
            self.seat.terminal.write("stopped")
        except ValueError as error:
            self.seat.terminal.write(f"that line cannot be read: {error}")
        except SystemExit:
            pass  # what was wrong has been said

    def _choose(self, name: str) -> None:
        if not name:
            self.game = None
            self.seat.terminal.write(f"no game; there are {', '.join(game_names())}")
            return
        self.game = find_game(name)
        rules = ", ".join(self.game.rules)
        self.seat.terminal.write(f"  {self.game.title}")
        self.seat.terminal.paragraph(f"rules: {rules}", "  ", dim=True)
        self.seat.terminal.write(f"  for example: {self.game.examples[0]}")

    def _list(self, name: str) -> None:
        if name:
            explain(find_game(name), self.seat.terminal)
        else:
            overview([find_game(each) for each in game_names()], self.seat.terminal)

    def _open(self, path: str) -> None:
        if path:
            sheet = Sheet.load(path)
            for standing in sheet.circumstances.each:
                check_gifts(standing)
            self.seat.sheet = sheet
        sheet = self.seat.sheet
        for name, value in sheet.items():
            self.seat.terminal.write(f"  {name} {show(value)}")
        for each in sheet.circumstances.each:
            self.seat.terminal.paragraph(str(each), "  ", dim=True)
        if not len(sheet):
            self.seat.terminal.write("  no sheet is open; e.g. sheet alice.toml")

    def _begin(self, text: str) -> None:
        """``begin ants in their pants: advantages 1 on Attack``."""
        name, _, given = text.partition(":")
        gives, _, on = given.partition(" on ")
        found = [_GIVES.fullmatch(part) for part in gives.split(",")]
        if not all(found):
            raise ParameterError(
                "bad-circumstance",
                "what begins, and what does it give?",
                hint="e.g. begin ants in their pants: advantages 1 on Attack",
            )
        numbers = {each[1].lower(): int(each[2]) for each in found if each is not None}
        names = [each.strip() for each in on.split(",") if each.strip()]
        begun = Circumstance(name.strip(), numbers, tuple(names))
        check_gifts(begun)
        self.seat.sheet = self.seat.sheet.begin(begun)
        self.seat.terminal.write(f"  {begun}")

    def _end(self, name: str) -> None:
        self.seat.sheet = self.seat.sheet.end(name)
        self.seat.terminal.write(f"  {name} ends")
