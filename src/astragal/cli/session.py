"""A session: the state shared by the commands of one player."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from astragal.cli.screen.terminal import Terminal
from astragal.dialects.reading import parse
from astragal.limits import Limits
from astragal.outcome import Number
from astragal.service.context import Context

if TYPE_CHECKING:
    from astragal.cli.table_log import TableLog
    from astragal.notation.expression import Expression
    from astragal.rolling.roll import Roll
    from astragal.rolling.sources import Source
    from astragal.rules.game import Game
    from astragal.table.circumstances import Circumstance
    from astragal.table.party import Party
    from astragal.table.sheets import Sheet

_NOTHING: Mapping[str, Number] = {}
NO_GAME = "none"
"""Typed in place of a game's name to ignore the open game."""


class SheetFile(NamedTuple):
    """The file of a sheet, and a digest of its contents."""

    path: str
    digest: str

    @classmethod
    def at(cls, path: str) -> SheetFile:
        from hashlib import sha256
        from pathlib import Path

        file = Path(path).resolve()
        return cls(str(file), sha256(file.read_bytes()).hexdigest())

    @property
    def changed(self) -> bool:
        """True if the contents of the file have changed."""
        try:
            return self.at(self.path) != self
        except OSError:
            return False  # the file is gone; the stored sheet is all there is


class Session:
    """The shared state of commands: terminal, source of faces, game, sheets, values, macros, log.

    A command in a shell has a session of its own; the prompt has one for all lines.
    """

    def __init__(
        self,
        terminal: Terminal | None = None,
        source: Source | None = None,
        *,
        at_prompt: bool = False,
    ) -> None:
        self.terminal = terminal or Terminal()
        self.source = source
        self.at_prompt = at_prompt
        self.game: Game | None = None
        self.values: dict[str, Number] = {}
        """variables for ``@name`` in dice"""
        self.macros: dict[str, str] = {}
        """macros for dice or whole lines, by name"""
        self.dialect = ""
        """the program whose notation is typed; "" for our own"""
        self.last: Roll | None = None
        self.sheet_files: dict[str, SheetFile] = {}
        """the files of the open sheets, by the sheets' names"""
        self.repeats = False
        """True while a line is repeated, so its interpretation is not shown again"""
        self._party: Party | None = None

    @cached_property
    def errors(self) -> Terminal:
        """The terminal for errors and remarks; at the prompt, the same as for answers."""
        return self.terminal if self.at_prompt else Terminal(sys.stderr)

    @cached_property
    def log(self) -> TableLog:
        """The log of everything that has happened."""
        from astragal.cli.table_log import TableLog

        return TableLog()

    def rolled(self, roll: Roll) -> None:
        """Record a roll: it becomes the last one, and an entry of the log."""
        self.last = roll
        if self.at_prompt:
            self.log.rolled(roll)

    # The context of dice

    def context(
        self,
        given: Mapping[str, Number] = _NOTHING,
        party: Party | None = None,
        dialect: str | None = None,
        limits: Limits | None = None,
    ) -> Context:
        """The context of dice in this session; given values take precedence over its own."""
        return Context(
            given,
            party if party is not None else self._party if self.game is None else self.party,
            self.dialect if dialect is None else known_dialect(dialect),
            self.game,
            kept=self.values,
            macro=self._macro if self.macros else None,
            limits=limits,
        )

    def parse(self, text: str) -> Expression:
        """Parse notation in the context of this session."""
        return self.context().parse(text)

    def with_macros(self, text: str) -> str:
        """The text with dice in place of macros for dice; unchanged in another dialect."""
        for name in sorted(() if self.dialect else self.macros, key=len, reverse=True):
            dice = self._operand(self.macros[name])
            if dice is not None:
                text = _with_dice(text, name, dice)
        return text

    def _operand(self, macro: str) -> str | None:
        """The macro as an operand, in brackets if needed; None if it is not dice."""
        from astragal.errors import AstragalError

        try:
            text = _in_our_notation(macro)
            expression = parse(text)
        except AstragalError:
            return None
        if expression.comment:
            text = str(expression.replaced(comment=""))
        body = expression.body
        return text if body.last_pool is body else f"({text})"

    def _macro(self, name: str) -> str | None:
        text = self.macros.get(name)
        return None if text is None else _in_our_notation(text)

    # Sheets and circumstances

    @property
    def party(self) -> Party:
        """The open sheets; a sheet without a name or values if none are open."""
        if self._party is None:
            from astragal.table.party import Party
            from astragal.table.sheets import NO_SHEET

            self._party = Party([NO_SHEET])
        return self._party

    @party.setter
    def party(self, party: Party) -> None:
        self._party = party

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets that were opened."""
        return tuple(each for each in self.party.sheets if each.known_names or each.name)

    def change(self, party: Party, what: str) -> None:
        """Replace the sheets, and log the change so that it can be undone."""
        self.log.changed(what, self.party)
        self.party = party

    def open_sheet(self, path: str) -> Sheet:
        """Open a sheet next to the open ones, replacing one with the same name."""
        from astragal.table.sheets import Sheet

        sheet = Sheet.load(path)
        self._check(sheet)
        if not self.sheets:
            # Circumstances begun without a sheet move to the first one.
            for each in self.party.sheets[0].circumstances.each:
                sheet = sheet.begin(each)
        opened = self.party.with_sheet(sheet) if self.sheets else type(self.party)([sheet])
        self.change(opened, f"{sheet.name or path} is opened")
        self.sheet_files[sheet.name] = SheetFile.at(path)
        return sheet

    def close_sheet(self, name: str) -> None:
        from astragal.table.sheets import NO_SHEET

        closed = self.party.sheet(name)
        left = [each for each in self.party.sheets if each is not closed]
        self.change(type(self.party)(left or [NO_SHEET]), f"{closed.name} is closed")

    def begin(self, circumstance: Circumstance, name: str | None = None) -> None:
        """Begin a circumstance on the named sheet, or on the only one."""
        from astragal.errors import ParameterError
        from astragal.table.circumstances import Circumstances

        if name is None and len(self.party.sheets) > 1:
            first = self.party.sheets[0].name
            raise ParameterError(
                "whose", "several sheets are open", hint=f"say whose: begin {first}: {circumstance}"
            )
        sheet = self.party.sheets[0] if name is None else self.party.sheet(name)
        self._check(sheet.with_circumstances(Circumstances((circumstance,))))
        whose = f"{sheet.name}: " if sheet.name else ""
        begun = self.party.with_sheet(sheet.begin(circumstance))
        self.change(begun, f"{whose}{circumstance}")

    def end(self, circumstance: str, name: str | None = None) -> None:
        """End a circumstance on the named sheet, or on the only one that has it."""
        from astragal.errors import ParameterError

        having = self.party.having(circumstance)
        if name is None and len(having) > 1:
            raise ParameterError(
                "whose",
                f"{circumstance} stands on several sheets",
                hint=f"say whose: end {having[0].name}: {circumstance}",
            )
        sheet = self.party.sheet(name) if name is not None else (having or self.party.sheets)[0]
        ended = self.party.with_sheet(sheet.end(circumstance))
        self.change(ended, f"{circumstance} ends")

    # Games

    def enter(self, game: Game) -> None:
        """Open a game; raises ParameterError if a circumstance means nothing in it."""
        self.game = game
        for sheet in self.party.sheets:
            self._check(sheet)

    def leave(self) -> None:
        self.game = None

    @contextmanager
    def in_game(self, name: str | None) -> Iterator[None]:
        """Play the named game for one command; without a name, the open one."""
        if name is None:
            yield
            return
        from astragal.catalogue import find_game

        wanted = name.strip().lower()
        with self.playing(None if wanted == NO_GAME else find_game(wanted)):
            yield

    @contextmanager
    def playing(self, game: Game | None) -> Iterator[None]:
        """Play a game, or none, for the duration of the block."""
        before, self.game = self.game, game
        try:
            yield
        finally:
            self.game = before

    def _check(self, sheet: Sheet) -> None:
        """Refuse circumstances that no rule of the current game can use.

        Without a game, any game will do; playing a rule checks them again, against its own game.
        """
        from astragal.catalogue import all_rules
        from astragal.table.known import check_circumstance

        if not sheet.circumstances.each:
            return
        rules: Any = tuple(all_rules() if self.game is None else self.game.rules.values())
        where = "any game" if self.game is None else self.game.name
        for each in sheet.circumstances.each:
            check_circumstance(each, sheet, rules, where)


def _with_dice(text: str, name: str, dice: str) -> str:
    """The text with dice in place of a name, except in labels and comments."""
    found = re.compile(
        rf"\[[^\]]*\]|#.*|(?<![@{{\w])(?P<name>{re.escape(name)})(?!\w)", re.IGNORECASE
    )
    return found.sub(lambda match: dice if match["name"] else match[0], text)


def known_dialect(name: str) -> str:
    """The dialect with this name, "" for our notation; raises ParameterError if there is none."""
    from astragal.dialects.dialect import HERE, find_dialect

    typed = name.strip().lower()
    return "" if typed in ("", HERE) else find_dialect(typed).name


def _in_our_notation(macro: str) -> str:
    """The macro in our notation; unchanged unless it ends with a dialect."""
    from astragal.cli.line import in_dialect

    text, dialect = in_dialect(macro)
    return macro if dialect is None else str(parse(text, dialect=dialect))


in_session = click.make_pass_decorator(Session, ensure=True)
"""Passes the current session to a command."""
