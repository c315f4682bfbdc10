"""Rolls whose difficulty is hidden, or not settled yet: what everybody at the table can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, ParamSpec, TypeVar

from astragal.mechanics.endless import in_order
from astragal.rules.ordered import RankedOutcome, Side
from astragal.rules.rule import Rule

P = ParamSpec("P")
A = TypeVar("A")


WON = {Side.WIN: "won", Side.LOSE: "lost", Side.TIE: "open"}
"""How a tie would end, in words."""


class Unsettled(RankedOutcome):
    """A total, and the natural roll if that is remarkable; nobody knows yet what it comes to."""

    lacks: ClassVar[str] = "the difficulty is hidden or not settled yet; ask for total"
    """what is said to those who ask for what only the difficulty could tell"""

    total: Any
    """a number, or a bound of one"""
    natural: str = ""
    """such as "natural 20" """

    def order(self) -> tuple[Any, ...]:
        return (in_order(self.total), self.natural)

    def __str__(self) -> str:
        return f"{self.total}, {self.natural}" if self.natural else str(self.total)


def natural(face: int, *remarkable: int) -> str:
    """The natural roll in words, if it is one of the remarkable ones."""
    return f"natural {face}" if face in remarkable else ""


def or_unsettled(settled: type[A]) -> Callable[[Rule[P, Any]], Rule[P, A | Any]]:
    """Tells type checkers what a rule comes to once its difficulty is settled.

    Of a rule that may come to either of two classes, they would know nothing but what these have in
    common; and nobody who gives the difficulty wants to ask which of them it is.
    """
    return lambda rule: rule
