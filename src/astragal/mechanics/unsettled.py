"""Rolls whose difficulty is hidden, or not settled yet: what everybody at the table can see."""

from __future__ import annotations

from typing import Any, ClassVar

from astragal.rules.ordered import RankedOutcome


class Unsettled(RankedOutcome):
    """A total, and the natural roll if that is remarkable; nobody knows yet what it comes to."""

    lacks: ClassVar[str] = "the difficulty is hidden or not settled yet; ask for total"
    """what is said to those who ask for what only the difficulty could tell"""

    total: int
    natural: str = ""
    """such as "natural 20" """

    def order(self) -> tuple[Any, ...]:
        return (self.total, self.natural)

    def __str__(self) -> str:
        return f"{self.total}, {self.natural}" if self.natural else str(self.total)


def natural(face: int, *remarkable: int) -> str:
    """The natural roll in words, if it is one of the remarkable ones."""
    return f"natural {face}" if face in remarkable else ""
