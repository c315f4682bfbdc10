"""A session: what stays the same while a player rolls dice and plays rules."""

from __future__ import annotations

from astragal.catalogue import all_rules
from astragal.cli.screen.terminal import Terminal
from astragal.errors import ParameterError
from astragal.rolling.roll import Roll
from astragal.rolling.sources import Source
from astragal.rules.game import Game
from astragal.table.circumstances import Circumstance, Circumstances
from astragal.table.known import check_circumstance
from astragal.table.party import Party
from astragal.table.sheets import NO_SHEET, Sheet


class Session:
    """The terminal, the source of faces, the game being played, the open sheets, the last roll."""

    def __init__(self, terminal: Terminal | None = None, source: Source | None = None) -> None:
        self.terminal = terminal or Terminal()
        self.source = source
        self.game: Game | None = None
        self.party = Party([NO_SHEET])
        self.last: Roll | None = None

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets that were opened."""
        return tuple(each for each in self.party.sheets if each.known_names or each.name)

    def open_sheet(self, path: str) -> Sheet:
        """Open a sheet beside those that are open, or again if one of that name is."""
        sheet = Sheet.load(path)
        self._check(sheet)
        if self.sheets:
            self.party = self.party.with_sheet(sheet)
            return sheet
        # What has begun without a sheet goes on with the first one.
        for each in self.party.sheets[0].circumstances.each:
            sheet = sheet.begin(each)
        self.party = Party([sheet])
        return sheet

    def close_sheet(self, name: str) -> None:
        closed = self.party.sheet(name)
        self.party = Party([each for each in self.party.sheets if each is not closed] or [NO_SHEET])

    def begin(self, circumstance: Circumstance, name: str | None = None) -> None:
        """Begin a circumstance of somebody's, or of whoever has the only sheet."""
        if name is None and len(self.party.sheets) > 1:
            first = self.party.sheets[0].name
            raise ParameterError(
                "whose", "several sheets are open", hint=f"say whose: begin {first}: {circumstance}"
            )
        sheet = self.party.sheets[0] if name is None else self.party.sheet(name)
        self._check(sheet.with_circumstances(Circumstances((circumstance,))))
        self.party = self.party.with_sheet(sheet.begin(circumstance))

    def end(self, circumstance: str, name: str | None = None) -> None:
        """End a circumstance of somebody's, or of the only one who has it."""
        having = self.party.having(circumstance)
        if name is None and len(having) > 1:
            raise ParameterError(
                "whose",
                f"{circumstance} stands on several sheets",
                hint=f"say whose: end {having[0].name}: {circumstance}",
            )
        sheet = self.party.sheet(name) if name is not None else (having or self.party.sheets)[0]
        self.party = self.party.with_sheet(sheet.end(circumstance))

    def enter(self, game: Game) -> None:
        """Play a game from now on; a ParameterError if a circumstance means nothing in it."""
        self.game = game
        for sheet in self.party.sheets:
            self._check(sheet)

    def leave(self) -> None:
        self.game = None

    def _check(self, sheet: Sheet) -> None:
        """Refuse circumstances that the game being played does not know what to do with.

        Without a game, any game will do; playing a rule checks them again, against its own game.
        """
        rules = tuple(all_rules() if self.game is None else self.game.rules.values())
        where = "any game" if self.game is None else self.game.name
        for each in sheet.circumstances.each:
            check_circumstance(each, sheet, rules, where)
