"""A reader for programs that take blanks anywhere but inside numbers and words."""

from __future__ import annotations

from typing import ClassVar

from astragal.dialects.reader import DialectReader
from astragal.die import Die
from astragal.notation.nodes.node import Node
from astragal.notation.operands import Operand


class LooseReader(DialectReader):
    """Blanks may stand before sides and before numbers that follow a word."""

    __slots__ = ()

    digits_only: ClassVar[bool] = False
    """whether nothing but digits may follow a word: no sign, and no roll in brackets"""

    def sides_ahead(self) -> bool:
        self.skip()
        return super().sides_ahead()

    def die(self, start: int) -> Die | Node:
        self.skip()
        return super().die(start)

    def operand(self, *, signed: bool = False) -> Operand | None:
        start = self.at
        self.skip()
        found = self.digits() if self.digits_only else super().operand(signed=signed)
        if found is None:
            self.at = start
        return found
