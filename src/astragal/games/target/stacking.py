"""The rules of stacking: which modifiers count together, for which purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias

from astragal._value import Value
from astragal.mechanics.modifiers import NATURAL, Modifier, Modifiers

STACKING = ("dodge", "circumstance")
"""Bonus types that stack with themselves."""

ARMOR = "armor"
_INCREASES = {NATURAL: "natural armor increase", ARMOR: "armor increase"}
"""Bonuses that improve the armor itself and so add to its bonus."""
_OF_NATURE = (NATURAL, _INCREASES[NATURAL])
_WORN = (ARMOR, _INCREASES[ARMOR])

Bar: TypeAlias = Callable[[Modifier], str | None]
"""Returns the reason why a modifier does not apply, in words; None if it applies."""

Clash: TypeAlias = Callable[[Modifier, Modifier], str | None]
"""Returns the reason why two modifiers do not both count, in words; None if they do."""


class Left(Value):
    """A modifier that does not count, and the reason."""

    modifier: Modifier
    why: str

    def __str__(self) -> str:
        return f"{self.modifier} does not count: {self.why}"


class Breakdown(Value):
    """The total of modifiers, those that count, and the reasons why others do not."""

    total: int
    counted: tuple[Modifier, ...]
    left: tuple[Left, ...]

    def __str__(self) -> str:
        counted = ", ".join(map(str, self.counted)) or "nothing"
        return "; ".join([f"{counted} = {self.total:+}", *map(str, self.left)])


def clashing(one: Modifier, other: Modifier, stacking: Iterable[str] = ()) -> str | None:
    """The reason if modifiers share a source or a type that does not stack; else None.

    Bonuses of the ``stacking`` types do stack.
    """
    if one.source and one.source.casefold() == other.source.casefold():
        return f"{other} is from the same source"
    if (
        (one.type or one.to in _INCREASES)
        and _kind(one) == _kind(other)
        and not (one.value > 0 and one.type in stacking)
    ):
        return f"{other} is of the same type"
    return None


def _kind(modifier: Modifier) -> tuple[str, str]:
    """The kind of a modifier; for armor, each type of increase is a kind of its own."""
    return modifier.type.casefold(), modifier.to if modifier.to in _INCREASES else ""


def _subject(modifier: Modifier) -> str:
    """The subject of a modifier: the one it names, or else its type."""
    if modifier.to in _INCREASES:
        return _INCREASES[modifier.to] if modifier.value > 0 else modifier.to
    return modifier.to or modifier.type


def stacked(modifiers: Modifiers, *, bar: Bar | None = None, clash: Clash = clashing) -> Breakdown:
    """Add up modifiers; of those that clash, only the best bonus and the worst penalty count.

    A modifier that does not count excludes no others. Of equal ones that clash, the one that
    excludes least counts, so the order in which they are written makes no difference.

    >>> print(stacked(Modifiers.of("+2 luck, +4 luck, -1 luck")))
    +4 luck, -1 luck = +3; +2 luck does not count: +4 luck is of the same type
    """
    each = modifiers.each
    left = {place: why for place, one in enumerate(each) if bar and (why := bar(one))}
    places = [place for place in range(len(each)) if place not in left]
    clashes = {one: _clashes(each, one, places, clash) for one in places}
    waiting = set(places)

    def priority(place: int) -> tuple[Any, ...]:
        excluded = sum(abs(each[other].value) for other in clashes[place] if other in waiting)
        one = each[place]
        return (-abs(one.value), excluded, one.type, one.source, place)

    while waiting:
        best = min(waiting, key=priority)
        waiting.remove(best)
        for other in waiting & clashes[best].keys():
            left[other] = clashes[best][other]
        waiting -= clashes[best].keys()
    counted = tuple(one for place, one in enumerate(each) if place not in left)
    reasons = tuple(Left(each[place], left[place]) for place in sorted(left))
    return Breakdown(sum(one.value for one in counted), counted, reasons)


def _clashes(
    each: Sequence[Modifier], one: int, places: Sequence[int], clash: Clash
) -> dict[int, str]:
    """The modifiers of the same sign that clash with ``one``, each with the reason."""
    mine = each[one]
    others = [other for other in places if other != one]
    alike = [other for other in others if (each[other].value > 0) == (mine.value > 0)]
    return {other: why for other in alike if (why := clash(each[other], mine))}


class Purpose(Enum):
    """The purpose of modifiers: some types apply to a single purpose."""

    CHECK = "checks"
    ARMOR_CLASS = "Armor Class"
    TOUCH = "Armor Class against touch attacks"
    DEFLECTION = "Deflection defense rolls"
    DODGE = "Dodge defense rolls"


_PURPOSES = {
    **dict.fromkeys(_WORN, (Purpose.ARMOR_CLASS,)),
    **dict.fromkeys(_OF_NATURE, (Purpose.ARMOR_CLASS, Purpose.TOUCH)),
    "armor class": (Purpose.ARMOR_CLASS, Purpose.TOUCH),
    "deflection": (Purpose.DEFLECTION,),
    "dodge": (Purpose.DODGE,),
}


@lru_cache(maxsize=1024)
def breakdown(modifiers: Modifiers, purpose: Purpose = Purpose.CHECK) -> Breakdown:
    """The total of modifiers for a purpose, those that count, and why the others do not.

    >>> print(breakdown(Modifiers.of("+5 armor, +3 natural armor"), Purpose.TOUCH))
    +3 natural armor = +3; +5 armor does not count: armor does not help against touch attacks
    """

    def without(*excluded: str, by: str = "") -> Breakdown:
        def bar(modifier: Modifier) -> str | None:
            if modifier.value > 0 and _subject(modifier) in excluded:
                return f"it does not stack with {by}"
            return _inapplicable(modifier, purpose)

        return stacked(modifiers, bar=bar, clash=_clash)

    types = {_subject(each) for each in modifiers.each if each.value > 0}
    both = types.intersection(_WORN) and types.intersection(_OF_NATURE)
    if purpose is not Purpose.ARMOR_CLASS or not both:
        return without()
    # Armor does not stack with natural armor or increases of it: the better total counts.
    with_armor = without(*_OF_NATURE, by=ARMOR)
    with_natural = without(*_WORN, by=NATURAL)
    return with_armor if with_armor.total >= with_natural.total else with_natural


def _clash(one: Modifier, other: Modifier) -> str | None:
    return clashing(one, other, STACKING)


def _inapplicable(modifier: Modifier, purpose: Purpose) -> str | None:
    """The reason why a modifier does not apply to a purpose; None if it does."""
    what = _subject(modifier)
    purposes = _PURPOSES.get(what)
    if purposes is None or purpose in purposes:
        return None
    if purpose is Purpose.TOUCH and what in _WORN:
        return "armor does not help against touch attacks"
    return f"{what} applies to {purposes[0].value} only"
