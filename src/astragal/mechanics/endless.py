"""Dice that explode without end, where a game lists its outcomes one by one."""

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
"""What is less likely than this is listed as one outcome."""


@total_ordering
class AtLeast(Value):
    """A number of which only a bound is listed. Not a number: it has no mean.

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
        """Compare it with a number; an OddsError if that cannot be known."""
        return not self < number and bool(compare(self.number + 1, number))

    def __str__(self) -> str:
        return f"{self.number} or more"


def may_explode_for_ever(dice: Expression) -> bool:
    """Whether nothing limits how often some of the dice explode.

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
"""Dice that explode are exact up to a multiple of this, and "or more" from there on."""


@lru_cache(maxsize=256)
def endless_law(dice: Expression) -> Law | None:
    """The odds of dice that may explode without end; None if these are finite."""
    if not may_explode_for_ever(dice):
        return None
    from astragal.experiment.solve.analysis import Analysis
    from astragal.probability.laws.law import Law

    law = Analysis(dice).weighed()
    return law if isinstance(law, Law) and not law.finite else None


@lru_cache(maxsize=256)
def bound_of(dice: Expression, least: int = 0) -> int | None:
    """From where on only a bound is told, at least this number; None if there is a greatest."""
    from astragal.probability.listing import TAIL

    law = endless_law(dice)
    if law is None:
        return None
    bound = STEP
    while bound < least or law.at_least(bound) >= TAIL:
        bound += STEP
    return bound


def falls_for_ever(dice: Expression) -> bool:
    """Whether there is no least number that dice may come to."""
    law = endless_law(dice)
    return law is not None and not law.cut(0)[0].finite


def in_order(number: Any) -> tuple[Any, bool]:
    """A sort key for numbers of which some are only bounds."""
    return (number.number, True) if isinstance(number, AtLeast) else (number, False)


@lru_cache(maxsize=256)
def last_listed(dice: Expression) -> int | None:
    """From where on results of dice are unheard of; None for dice that are all listed."""
    if not may_explode_for_ever(dice):
        return None
    try:
        odds = dice.odds(tail=_UNHEARD_OF)
    except AstragalError:
        return None  # whoever asks for their odds is told why there are none
    return None if odds.finite else floor(max(odds.weights)) + 1
