"""Dice that explode without end, where a game lists its outcomes one by one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, total_ordering
from math import floor
from typing import Any

from astragal._value import Value
from astragal.errors import AstragalError, OddsError
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.modifiers.explode import Explode

_UNHEARD_OF = Fraction(1, 10**30)
"""What is less likely than this is listed as one outcome."""


@total_ordering
class AtLeast(Value):
    """A number of which only a bound is listed. Not a number: it has no mean.

    >>> print(AtLeast(93), AtLeast(93) > 12)
    93 or more True
    """

    number: int

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
    parts = (part for node in nodes_in(dice.bindings, dice.body) for part in node.parts)
    return any(
        isinstance(part, Explode) and part.burst != "!o" and part.at_most is None for part in parts
    )


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
