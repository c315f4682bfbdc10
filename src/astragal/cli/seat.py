"""A seat at the table: what a player has before them while rules are played."""

from __future__ import annotations

from astragal.cli.terminal import Terminal
from astragal.rolling.roll import Roll
from astragal.rolling.sources import Source
from astragal.table.sheets import NO_SHEET, Sheet


class Seat:
    """The sheet that is open, where faces come from, where answers go, and the last roll."""

    def __init__(self, terminal: Terminal | None = None, source: Source | None = None) -> None:
        self.terminal = terminal or Terminal()
        self.source = source
        self.sheet: Sheet = NO_SHEET
        self.last: Roll | None = None
