"""Modifiers with types and sources, and which of them count together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Self, TypeAlias

from astragal._value import Value
from astragal.errors import ParameterError
from astragal.experiment.written import Find, Written

_WRITTEN = re.compile(
    r"\s*(?P<value>[+\-−–]?\s*\d{1,6})\s*(?P<type>[^\W\d][\w' -]*?)?\s*(?:\((?P<source>[^()]+)\))?\s*"
)
_MINUS = str.maketrans("−–", "--")


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
        if type(self.value) is not int:
            raise ParameterError(
                "bad-modifier", f"a modifier is a whole number, not {self.value!r}"
            )
        object.__setattr__(self, "type", " ".join(self.type.casefold().split()))
        object.__setattr__(self, "source", " ".join(self.source.split()))

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
        return cls(named, source=value.strip())

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


class Modifiers(Written):
    """Several modifiers: ``+4 luck (Bless), -1 morale, 3``.

    >>> print(Modifiers.of("+2 luck, +4 luck, -1 luck, -3 luck").stacked())
    +4 luck, -3 luck = +1; +2 luck does not count: +4 luck is of the same type; -1 luck does not count: -3 luck is of the same type
    """

    WANTED: ClassVar[str] = "modifiers, such as 3, or +4 luck (Bless), -1 morale"

    each: tuple[Modifier, ...] = ()

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if isinstance(value, Modifier):
            return cls((value,))
        if type(value) is int:
            return cls((Modifier(value),))
        parts = value.split(",") if isinstance(value, str) else tuple(value)
        return cls(
            tuple(
                part if isinstance(part, Modifier) else Modifier.of(part, find)
                for part in parts
                if part != "" and not (isinstance(part, str) and not part.strip())
            )
        )

    def stacked(self, *, bar: Bar | None = None, clash: Clash = clashing) -> Breakdown:
        """Which of them count together: of those that clash, the best bonus and the worst penalty."""
        counted: list[Modifier] = []
        left: dict[int, Left] = {}
        order = sorted(range(len(self.each)), key=lambda place: -abs(self.each[place].value))
        for place in order:
            modifier = self.each[place]
            why = (bar and bar(modifier)) or next(_clashes(modifier, counted, clash), None)
            if why is None:
                counted.append(modifier)
            else:
                left[place] = Left(modifier, why)
        in_order = tuple(each for place, each in enumerate(self.each) if place not in left)
        total = sum(each.value for each in in_order)
        return Breakdown(total, in_order, tuple(left[place] for place in sorted(left)))

    def __str__(self) -> str:
        return ", ".join(map(str, self.each))


def _clashes(modifier: Modifier, counted: Iterable[Modifier], clash: Clash) -> Iterator[str]:
    """Why a modifier does not count beside those that do: bonuses clash with bonuses, penalties with penalties."""
    for other in counted:
        if (modifier.value > 0) == (other.value > 0) and (why := clash(modifier, other)):
            yield why
