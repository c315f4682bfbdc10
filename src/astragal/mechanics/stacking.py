"""Modifiers with types and sources, and which of them count together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from astragal._value import Value
from astragal.errors import ParameterError
from astragal.rules.written import Addable, Find, Written

_TYPE = re.compile(r"[^\W\d][\w' -]*")
_WRITTEN = re.compile(
    r"\s*(?P<value>[+\-−–]?\s*\d{1,6})(?:\s+(?P<type>[^\W\d][\w' -]*?))?\s*(?:\((?P<source>[^()]+)\))?\s*"
)
_MOST = 999_999
_MOST_MODIFIERS = 100
_COMMA = re.compile(r",(?![^()]*\))")
_MINUS = str.maketrans("−–", "--")
_NO_BRACKETS = str.maketrans("", "", "()")


class Modifier(Written):
    """A bonus (over 0) or a penalty, perhaps of a type, perhaps from a source: ``+4 luck (Bless)``.

    >>> print(Modifier(4, "luck", "Bless"), Modifier.of("-1 luck").value)
    +4 luck (Bless) -1
    """

    WANTED: ClassVar[str] = "a modifier, such as 3, +4 luck or -1 morale (Bane)"

    value: int
    type: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        if type(self.value) is not int or abs(self.value) > _MOST:
            raise ParameterError(
                "bad-modifier",
                f"a modifier is a whole number up to {_MOST:,}, not {self.value!r:.60}",
            )
        if not (isinstance(self.type, str) and isinstance(self.source, str)):
            raise ParameterError("bad-modifier", "a modifier's type and source are texts")
        object.__setattr__(self, "type", " ".join(self.type.casefold().split()))
        object.__setattr__(self, "source", " ".join(self.source.split()))
        if self.type and not _TYPE.fullmatch(self.type):
            raise ParameterError("bad-modifier", f"a modifier's type is a word, not {self.type!r}")
        if set("()") & set(self.source):
            raise ParameterError("bad-modifier", f"a source has no brackets: {self.source!r}")

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if type(value) is int:
            return cls(value)
        found = _WRITTEN.fullmatch(value)
        if found is not None:
            number = int(found["value"].translate(_MINUS).replace(" ", ""))
            return cls(number, found["type"] or "", found["source"] or "")
        named = None if find is None else find(value)
        if named is None:
            raise ValueError(value)
        name, number = named
        return cls(number, source=name.translate(_NO_BRACKETS))

    def __str__(self) -> str:
        kind = f" {self.type}" if self.type else ""
        return f"{self.value:+}{kind}{f' ({self.source})' if self.source else ''}"


class Left(Value):
    """A modifier that does not count, and why."""

    modifier: Modifier
    why: str

    def __str__(self) -> str:
        return f"{self.modifier} does not count: {self.why}"


class Breakdown(Value):
    """What modifiers come to together, which of them counted, and why the others did not."""

    total: int
    counted: tuple[Modifier, ...]
    left: tuple[Left, ...]

    def __str__(self) -> str:
        counted = ", ".join(map(str, self.counted)) or "nothing"
        return "; ".join([f"{counted} = {self.total:+}", *map(str, self.left)])


Bar: TypeAlias = Callable[[Modifier], str | None]
"""Why a modifier does not apply at all, in words; None if it does."""

Clash: TypeAlias = Callable[[Modifier, Modifier], str | None]
"""Why two modifiers do not count together, in words; None if they do."""


def clashing(one: Modifier, other: Modifier, stacking: Iterable[str] = ()) -> str | None:
    """Modifiers of one source do not stack, nor do those of one type, unless bonuses of the type do."""
    if one.source and one.source.casefold() == other.source.casefold():
        return f"{other} is from the same source"
    if one.type and one.type == other.type and not (one.value > 0 and one.type in stacking):
        return f"{other} is of the same type"
    return None


class Modifiers(Addable):
    """Several modifiers: ``+4 luck (Bless), -1 morale, 3``.

    >>> print(Modifiers.of("+2 luck, +4 luck, -1 luck, -3 luck").stacked())
    +4 luck, -3 luck = +1; +2 luck does not count: +4 luck is of the same type; -1 luck does not count: -3 luck is of the same type
    """

    WANTED: ClassVar[str] = "modifiers, such as 3, or +4 luck (Bless), -1 morale"

    each: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.each, tuple) or not all(isinstance(e, Modifier) for e in self.each):
            raise ParameterError("bad-modifier", f"these are not {self.WANTED}")
        if len(self.each) > _MOST_MODIFIERS:
            raise ParameterError(
                "bad-modifier",
                f"that is {len(self.each)} modifiers; {_MOST_MODIFIERS} can be stacked",
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if isinstance(value, Modifier):
            return cls((value,))
        if type(value) is int:
            return cls((Modifier(value),))
        parts = _COMMA.split(value) if isinstance(value, str) else tuple(value)
        return cls(
            tuple(
                part if isinstance(part, Modifier) else Modifier.of(part, find)
                for part in parts
                if part != "" and not (isinstance(part, str) and not part.strip())
            )
        )

    def stacked(self, *, bar: Bar | None = None, clash: Clash = clashing) -> Breakdown:
        """Which of them count together: of those that clash, the best bonus and the worst penalty.

        What does not count excludes nothing. Of equal ones that clash, the one that excludes least counts,
        so the order in which they are written makes no difference.
        """
        left = {place: why for place, each in enumerate(self.each) if bar and (why := bar(each))}
        places = [place for place in range(len(self.each)) if place not in left]
        clashes = {one: self._clashes(one, places, clash) for one in places}

        waiting = set(places)

        def priority(place: int) -> tuple[Any, ...]:
            each = self.each[place]
            excluded = sum(
                abs(self.each[other].value) for other in clashes[place] if other in waiting
            )
            return (-abs(each.value), excluded, each.type, each.source, place)

        while waiting:
            best = min(waiting, key=priority)
            waiting.remove(best)
            for other in waiting & clashes[best].keys():
                left[other] = clashes[best][other]
            waiting -= clashes[best].keys()
        counted = tuple(each for place, each in enumerate(self.each) if place not in left)
        reasons = tuple(Left(self.each[place], left[place]) for place in sorted(left))
        return Breakdown(sum(each.value for each in counted), counted, reasons)

    def _clashes(self, one: int, places: Sequence[int], clash: Clash) -> dict[int, str]:
        """Those that do not count beside one, and why: bonuses beside bonuses, penalties beside penalties."""
        mine = self.each[one]
        beside = [other for other in places if other != one]
        alike = [other for other in beside if (self.each[other].value > 0) == (mine.value > 0)]
        return {other: why for other in alike if (why := clash(self.each[other], mine))}

    def added(self, number: int, source: str) -> Self:
        """With one more, of no type."""
        return type(self)((*self.each, Modifier(number, source=source.translate(_NO_BRACKETS))))

    def __str__(self) -> str:
        return ", ".join(map(str, self.each))
