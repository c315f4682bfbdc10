"""Games at the prompt: choose one, then type the names of its rules."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import click

from astragal.catalogue import find_game, game_names
from astragal.cli.commands.games import explain, overview
from astragal.cli.commands.play import rules_command
from astragal.cli.prompt.circumstances import read_circumstance
from astragal.cli.session import Session
from astragal.errors import AstragalError
from astragal.outcome import show
from astragal.table.calls import plain_name
from astragal.table.sheets import Sheet


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
            "sheets": self._sheets,
            "close": self._close,
            "begin": self._begin,
            "end": self._end,
        }
        if line.strip().lower() == "round":
            self._round()
            return True
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
        elif saved := self._saved(line):
            where, name, options = saved
            if where:
                self._run(where, f"{shlex.quote(name)} {options}")
            else:
                self.session.terminal.write(f"open its game first, or: play FILE '{name}'")
        elif game is not None and game.named and self._names_a_value(_name_in(line)):
            # The name of a value calls for the roll that it is for: "a Focus Save".
            rule, parameter = game.named
            name = _name_in(line)
            options = line.removeprefix(name)
            self._run(game.name, f"{rule} --{parameter} {shlex.quote(name)}{options}")
        else:
            return False
        return True

    def _names_a_value(self, line: str) -> bool:
        party = self.session.party
        return line in party or any(line in sheet for sheet in party.sheets)

    def _saved(self, line: str) -> tuple[str, str, str] | None:
        """The game, the name and the options of a saved roll, if the line is one."""
        name, dashes, options = line.partition(" --")
        try:
            found = self.session.party.saved(name.strip())
        except AstragalError:
            return None
        if found is None:
            return None
        where, dot, _ = found[1].rule.partition(".")
        game = self.session.game
        return (
            where if dot else game.name if game else "",
            name.strip(),
            f"{dashes.strip()}{options}",
        )

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
            self._show(self.session.open_sheet(path))
        else:
            self._sheets("")

    def _sheets(self, _: str) -> None:
        for sheet in self.session.sheets:
            self._show(sheet)
        if not self.session.sheets:
            self.session.terminal.write("  no sheet is open; to open one: sheet alice.toml")

    def _show(self, sheet: Sheet) -> None:
        terminal = self.session.terminal
        if sheet.name and len(self.session.sheets) > 1:
            terminal.write(f"  {terminal.style(sheet.name, bold=True)}")
        for name, value in (*sheet.items(), *sheet.texts.items()):
            terminal.paragraph(f"{name} {show(value)}", "  ")
        for each in (*sheet.rolls.values(), *sheet.circumstances.each):
            terminal.paragraph(str(each), "  ", dim=True)

    def _close(self, name: str) -> None:
        self.session.close_sheet(name)
        self.session.terminal.write(f"  {name} is closed")

    def _begin(self, text: str) -> None:
        """``begin ants in their pants: advantages 1 on Attack``, with whose it is before that."""
        name, begun = read_circumstance(text, [sheet.name for sheet in self.session.sheets])
        self.session.begin(begun, name)
        self.session.terminal.write(f"  {begun}")

    def _end(self, text: str) -> None:
        first, colon, rest = text.partition(":")
        known = {plain_name(sheet.name) for sheet in self.session.sheets}
        owner = first if colon and plain_name(first) in known else None
        self.session.end(text if owner is None else rest.strip(), owner)
        self.session.terminal.write(f"  {text} ends")

    def _round(self) -> None:
        """A round has passed."""
        after = self.session.party.after_round()
        changes = self.session.party.changes(after)
        self.session.party = after
        for line in changes or ["a round has passed; nothing ends"]:
            self.session.terminal.write(f"  {line}")


def _name_in(line: str) -> str:
    """What stands before the options of a line."""
    return line.partition(" --")[0].rstrip()
