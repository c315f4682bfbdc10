"""Ordered outcomes, and the winner when two of them are compared."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from enum import Enum
from functools import total_ordering
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._value import Value
from astragal.outcome import Sortable, Verdict, show, verdict_of

if TYPE_CHECKING:
    from astragal.rules.introductions import Words


@total_ordering
class Ordered(Enum):
    """An enumeration whose members are in ascending order.

    >>> class Grade(Ordered):
    ...     FAILURE = "failure"
    ...     SUCCESS = "success"
    >>> Grade.FAILURE < Grade.SUCCESS
    True
    """

    def __init__(self, *_: object) -> None:
        self.rank = len(type(self).__members__)
        """its position in the order, from 0"""

    # Each member is a single object, so its identity is enough and much faster to hash.
    __hash__ = object.__hash__

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, type(self)) else NotImplemented


@total_ordering
class RankedOutcome(Value, Sortable):
    """An outcome with a rank in its game; worse ones are less.

    A subclass defines the name of an outcome (``called``), further facts (``shows``), and the
    reason for it if the numbers do not give it (``why``). Its text is composed of these.

    >>> class Jump(RankedOutcome):
    ...     headline = ("clears",)
    ...     clears: bool
    ...     feet: int
    ...
    ...     @property
    ...     def called(self) -> str:
    ...         return "cleared" if self.clears else "fell short"
    ...
    ...     @property
    ...     def shows(self) -> tuple[str, ...]:
    ...         return (f"{self.feet} feet",)
    ...
    ...     def order(self) -> tuple[bool, int]:
    ...         return (self.clears, self.feet)
    >>> print(Jump(True, 12))
    cleared, 12 feet
    """

    headline: ClassVar[tuple[str, ...]] = ()
    """the fields that players ask about first, in order; their odds are shown before the rest"""
    means: ClassVar[tuple[str, ...]] = ()
    """those of them whose mean is told too, however few values they have"""
    only_if: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """for each dependent field, the field that must be true; rows of the headline mention it"""
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType({})
    """the words for the values of fields in the headline; values without words get no row"""

    @property
    def called(self) -> str:
        """Its name, in a word or two."""
        fields = ((name.replace("_", " "), getattr(self, name)) for name in self._compared)
        return ", ".join(f"{name} {show(value)}" for name, value in fields)

    @property
    def shows(self) -> tuple[str, ...]:
        """More facts that a roll shows about it, each in a few words."""
        return ()

    @property
    def why(self) -> str:
        """The reason for the result, if the numbers alone do not give it."""
        return ""

    def told_to(self, us: str, them: str) -> tuple[str, str]:
        """Its name and further details, using the names of the two sides."""
        if type(self).called is RankedOutcome.called:  # it has a text of its own
            return str(self), ""
        return self.called, self._more()

    @property
    def event(self) -> str:
        """How odds call it: what happens, without what decided it; equal ones share a row."""
        if type(self).called is RankedOutcome.called:  # it has a text of its own
            return str(self)
        return ", ".join((self.called, *self.shows))

    def _more(self) -> str:
        why = f": {self.why}" if self.why else ""
        return "".join(f", {each}" for each in self.shows) + why

    def __str__(self) -> str:
        return self.called + self._more()

    @property
    def verdict(self) -> Verdict | None:
        """The verdict for the side that rolled: by default, that of the headline's first field."""
        return verdict_of(getattr(self, self.headline[0], None)) if self.headline else None

    @abstractmethod
    def order(self) -> tuple[Any, ...]:
        """The sort key. Unequal outcomes must have unequal keys."""

    def sort_key(self) -> tuple[Any, ...]:
        """The cached sort key: outcomes are compared very often."""
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
    """The result for our side: a game names the members, including WIN and LOSE."""

    @property
    def wins(self) -> bool:
        return self.name == "WIN"

    @property
    def loses(self) -> bool:
        return self.name == "LOSE"

    @property
    def verdict(self) -> Verdict | None:
        return verdict_of(self.wins) if self.wins or self.loses else None


class Contested(RankedOutcome):
    """The result of a contest for our side: the base of all contests.

    ``ahead`` is the winner. ``both`` shows what both sides had, for a line that does not already
    give it by name.

    >>> import astragal
    >>> class Race(astragal.Contested):
    ...     side: astragal.Side
    ...
    ...     @property
    ...     def ahead(self) -> astragal.Side:
    ...         return self.side
    ...
    ...     def order(self) -> tuple[int]:
    ...         return (self.side.rank,)
    >>> print(Race(astragal.Side.WIN), Race(astragal.Side.WIN).told_to("Ann", "Bob")[0])
    win Ann wins
    """

    headline: ClassVar[tuple[str, ...]] = ("wins",)

    @property
    @abstractmethod
    def ahead(self) -> Opposed:
        """The side that is ahead in the end."""

    @property
    def both(self) -> str:
        """The results of both sides: ``23 against 3``."""
        return ""

    @property
    def wins(self) -> bool:
        return self.ahead.wins

    @property
    def loses(self) -> bool:
        return self.ahead.loses

    @property
    def verdict(self) -> Verdict | None:
        return self.ahead.verdict

    @property
    def called(self) -> str:
        return str(self.ahead.value)

    @property
    def event(self) -> str:
        return ", ".join(filter(None, (self.called, self.both, *self.shows)))

    def told_to(self, us: str, them: str) -> tuple[str, str]:
        if not us or not them:
            return self.called, self._more()
        if self.wins or self.loses:
            return f"{us if self.wins else them} wins", self._more()
        return f"{self.called} between {us} and {them}", self._more()

    def __str__(self) -> str:
        both = f", {self.both}" if self.both else ""
        return f"{self.called}{both}{self._more()}"


class Side(Opposed):
    """The result of comparing two sides, for our side.

    >>> import astragal
    >>> astragal.against(6, 6).roll(faces=[5, 2]).outcome is astragal.Side.WIN
    True
    """

    LOSE = "lose"
    TIE = "tie"
    WIN = "win"


def compared(ours: Any, theirs: Any) -> Side:
    """Compare two values; the higher wins. For tuples, the first difference counts.

    >>> compared((2, 30), (2, 40)) is Side.LOSE
    True
    """
    if ours == theirs:
        return Side.TIE
    return Side.WIN if ours > theirs else Side.LOSE
