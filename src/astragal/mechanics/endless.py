"""Dice that explode without end, in games that list outcomes one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, total_ordering
from math import floor
from typing import TYPE_CHECKING, Any

from astragal._value import Value
from astragal.errors import AstragalError, OddsError
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression

if TYPE_CHECKING:
    from astragal.probability.laws.law import Law

_UNHEARD_OF = Fraction(1, 10**30)
"""Rarer outcomes are combined into one."""


@total_ordering
class AtLeast(Value):
    """A number known only by its lower bound. It is not a number itself and lacks a mean.

    >>> print(AtLeast(93), AtLeast(93) > 12)
    93 or more True
    """

    number: int

    def __add__(self, number: int) -> AtLeast:
        return AtLeast(self.number + number)

    __radd__ = __add__

    def __sub__(self, number: int) -> AtLeast:
        return AtLeast(self.number - number)

    def __lt__(self, other: object) -> bool:
        if isinstance(other, AtLeast):
            return self.number < other.number
        if not isinstance(other, int | Fraction):
            return NotImplemented
        if self.number < other:
            raise OddsError(
                "only-a-bound", f"all of {self} is one outcome, so how much is {other} is not known"
            )
        return False

    def compare(self, compare: Callable[[Any, Any], Any], number: int | Fraction) -> bool:
        """Compare with a number; raises an OddsError if the bound does not decide."""
        return not self < number and bool(compare(self.number + 1, number))

    def __str__(self) -> str:
        return f"{self.number} or more"


def may_explode_for_ever(dice: Expression) -> bool:
    """True if some of the dice may explode any number of times.

    >>> from astragal import parse
    >>> may_explode_for_ever(parse("2d6! + 1")), may_explode_for_ever(parse("2d6!o"))
    (True, False)
    """
    from astragal.notation.modifiers.explode import Explode

    parts = (part for node in nodes_in(dice.bindings, dice.body) for part in node.parts)
    return any(
        isinstance(part, Explode) and part.burst != "!o" and part.at_most is None for part in parts
    )


STEP = 100
"""Exploding dice are exact up to a multiple of this, and "or more" from there on."""


@lru_cache(maxsize=256)
def endless_law(dice: Expression) -> Law | None:
    """The odds of dice that may explode without end; None for finite odds."""
    if not may_explode_for_ever(dice):
        return None
    from astragal.experiment.solve.analysis import Analysis
    from astragal.probability.laws.law import Law

    law = Analysis(dice).weighed()
    return law if isinstance(law, Law) and not law.finite else None


@lru_cache(maxsize=256)
def bound_of(dice: Expression, least: int = 0) -> int | None:
    """The start of the results listed as one outcome, at least ``least``; None if finite."""
    from astragal.probability.listing import TAIL

    law = endless_law(dice)
    if law is None:
        return None
    bound = STEP
    while bound < least or law.at_least(bound) >= TAIL:
        bound += STEP
    return bound


def falls_for_ever(dice: Expression) -> bool:
    """True if the results of the dice are unbounded below."""
    law = endless_law(dice)
    return law is not None and not law.cut(0)[0].finite


def in_order(number: Any) -> tuple[Any, bool]:
    """A sort key for numbers and bounds."""
    return (number.number, True) if isinstance(number, AtLeast) else (number, False)


@lru_cache(maxsize=256)
def last_listed(dice: Expression) -> int | None:
    """The start of the results too rare to list; None if all are listed."""
    if not may_explode_for_ever(dice):
        return None
    try:
        odds = dice.odds(tail=_UNHEARD_OF)
    except AstragalError:
        return None  # Asking for their odds reports the reason.
    return None if odds.finite else floor(max(odds.weights)) + 1
