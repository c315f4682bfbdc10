"""Outcomes that have an order, and who wins when two are compared."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from functools import total_ordering
from typing import Any, ClassVar

from astragal._value import Value
from astragal.outcome import Sortable, Verdict, verdict_of


@total_ordering
class Ordered(Enum):
    """An enumeration whose members are in order, the least first.

    >>> class Grade(Ordered):
    ...     FAILURE = "failure"
    ...     SUCCESS = "success"
    >>> Grade.FAILURE < Grade.SUCCESS
    True
    """

    def __init__(self, *_: object) -> None:
        self.rank = len(type(self).__members__)
        """its place in the order, from 0"""

    # Each member is one object: that is enough to tell them apart, and found much sooner.
    __hash__ = object.__hash__

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, type(self)) else NotImplemented


@total_ordering
class RankedOutcome(Value, Sortable):
    """An outcome that a game ranks: worse ones are less."""

    headline: ClassVar[tuple[str, ...]] = ()
    """the fields that players ask about first, in order; their odds are shown before the rest"""

    @property
    def verdict(self) -> Verdict | None:
        """What it means to whoever rolled: by default what the first field of the headline says."""
        return verdict_of(getattr(self, self.headline[0], None)) if self.headline else None

    @abstractmethod
    def order(self) -> tuple[Any, ...]:
        """The sort key. Unequal outcomes must have unequal keys."""

    def sort_key(self) -> tuple[Any, ...]:
        """The order, made once: each is compared with many others."""
        fields = self.__dict__
        try:
            ranked: tuple[Any, ...] = fields["_ranked"]
        except KeyError:
            ranked = fields["_ranked"] = self.order()
        return ranked

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.sort_key() < other.sort_key()


class Opposed(Ordered):
    """How something ended for us: a game names the members, two of them WIN and LOSE."""

    @property
    def wins(self) -> bool:
        return self.name == "WIN"

    @property
    def loses(self) -> bool:
        return self.name == "LOSE"

    @property
    def verdict(self) -> Verdict | None:
        return verdict_of(self.wins) if self.wins or self.loses else None


class Side(Opposed):
    """How a comparison of two sides ended for ours.

    >>> import astragal
    >>> astragal.against(6, 6).roll(faces=[5, 2]).outcome is astragal.Side.WIN
    True
    """

    LOSE = "lose"
    TIE = "tie"
    WIN = "win"


def compared(ours: Any, theirs: Any) -> Side:
    """The higher one wins. Of tuples the first difference counts.

    >>> compared((2, 30), (2, 40)) is Side.LOSE
    True
    """
    if ours == theirs:
        return Side.TIE
    return Side.WIN if ours > theirs else Side.LOSE
