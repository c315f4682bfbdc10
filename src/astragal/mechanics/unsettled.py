"""Rolls against a hidden or unknown difficulty: the part that everyone can see."""

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
    """A total, with the natural roll if it is special, before the result is known."""

    lacks: ClassVar[str] = "the difficulty is hidden or not settled yet; ask for total"
    """the error for questions that cannot be answered without the difficulty"""

    total: Any
    """a number, or a bound on one"""
    natural: str = ""
    """such as "natural 20" """

    def order(self) -> tuple[Any, ...]:
        return (in_order(self.total), self.natural)

    def __str__(self) -> str:
        return f"{self.total}, {self.natural}" if self.natural else str(self.total)


def natural(face: int, *remarkable: int) -> str:
    """The natural roll in words if it is one of the ``remarkable`` faces; else ""."""
    return f"natural {face}" if face in remarkable else ""


def or_unsettled(settled: type[A]) -> Callable[[Rule[P, Any]], Rule[P, A | Any]]:
    """Declare a rule's outcome class once its difficulty is known, for type checkers.

    Without this, a type checker would infer a union of two classes and know only their common
    members. Callers who give the difficulty should not have to check the class.
    """
    return lambda rule: rule
