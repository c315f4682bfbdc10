"""Two sides against each other: whoever is better wins, by one thing after another."""

from __future__ import annotations

from typing import Any

from astragal.mechanics.ordered import Ordered


class Opposed(Ordered):
    """How it ended for us, in a game's own words; two of the words are win and lose."""

    @property
    def wins(self) -> bool:
        return self.name == "WIN"

    @property
    def loses(self) -> bool:
        return self.name == "LOSE"


class Side(Opposed):
    """How it ended for us."""

    LOSE = "lose"
    TIE = "tie"
    WIN = "win"


def compared(ours: Any, theirs: Any) -> Side:
    """The higher one wins. Tuples are compared entry by entry: the first difference counts.

    >>> compared((2, 30), (2, 40)) is Side.LOSE
    True
    """
    if ours == theirs:
        return Side.TIE
    return Side.WIN if ours > theirs else Side.LOSE
