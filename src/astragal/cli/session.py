"""A session: what stays the same while a player rolls dice and plays rules."""

from __future__ import annotations

from collections.abc import Iterable

from astragal.catalogue import all_rules, check_circumstances
from astragal.cli.terminal import Terminal
from astragal.rolling.roll import Roll
from astragal.rolling.sources import Source
from astragal.rules.game import Game
from astragal.table.circumstances import Circumstance
from astragal.table.sheets import NO_SHEET, Sheet


class Session:
    """The terminal, the source of faces, the game being played, the open sheet, the last roll."""

    def __init__(self, terminal: Terminal | None = None, source: Source | None = None) -> None:
        self.terminal = terminal or Terminal()
        self.source = source
        self.game: Game | None = None
        self.sheet: Sheet = NO_SHEET
        self.last: Roll | None = None

    def open_sheet(self, path: str) -> None:
        sheet = Sheet.load(path)
        self._check(sheet.circumstances.each)
        self.sheet = sheet

    def begin(self, circumstance: Circumstance) -> None:
        self._check([circumstance])
        self.sheet = self.sheet.begin(circumstance)

    def end(self, name: str) -> None:
        self.sheet = self.sheet.end(name)

    def enter(self, game: Game) -> None:
        """Play a game from now on; a ParameterError if a circumstance means nothing in it."""
        self.game = game
        self._check(self.sheet.circumstances.each)

    def leave(self) -> None:
        self.game = None

    def _check(self, circumstances: Iterable[Circumstance]) -> None:
        """Refuse circumstances that the game being played has no parameter for.

        Without a game, any game will do; playing a rule checks them again, against its own game.
        """
        if self.game is None:
            check_circumstances(circumstances, all_rules(), "any game")
        else:
            check_circumstances(circumstances, self.game.rules.values(), self.game.name)
