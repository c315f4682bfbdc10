"""Dice as a value of programs: several equal dice that are thrown together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from astragal.anydice.budget import Budget
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.faces import NO_FACES, Faces, certain, fair, mixture, of_elements


class Dice:
    """A collection of ``count`` dice with the same faces. Immutable.

    Without faces it is the empty die; its length is 0, but where it comes from a rolled number of
    dice it is 1.
    """

    __slots__ = ("_hash", "_total", "count", "faces")

    def __init__(self, faces: Faces, count: int = 1) -> None:
        self.faces = faces
        self.count = count
        self._total: Faces | None = faces if count == 1 else None
        self._hash: int | None = None

    def total(self, budget: Budget) -> Faces:
        """The odds of the sum."""
        if self._total is None:
            self._total = self.faces.times(self.count, budget)
        return self._total

    @property
    def empty(self) -> bool:
        return not self.faces.table

    def negated(self, budget: Budget) -> Dice:
        return self if self.empty else Dice(self.faces.negated(budget), self.count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and self.count == other.count and self.faces == other.faces

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.faces, self.count))
        return self._hash


Known: TypeAlias = "int | tuple[int, ...] | Dice"
Amount: TypeAlias = "Known | OpenNumber | Unknown"
"""A value of a program: a number, a sequence (one that is not known yet, too) or dice."""

EMPTY = Dice(NO_FACES, 0)
EMPTY_ONE = Dice(NO_FACES, 1)
"""The empty die that a rolled number of dice, or of empty dice, gives."""


def settled(value: Amount) -> int | tuple[int, ...] | Dice | Unknown:
    """A value; a number that is open is found out."""
    return value.known() if type(value) is OpenNumber else value  # type: ignore[return-value]


def described(value: Amount) -> str:
    """What kind of value it is, for messages."""
    if type(value) is int:
        return "a number"
    return "a sequence" if type(value) is tuple else "dice"


def faces_of(value: Amount, budget: Budget) -> Faces:
    """A value as the faces of one die: what stands behind ``d``."""
    if type(value) is int:
        if value > 0:
            _check_sides(value, budget)
            return fair(1, value)
        _check_sides(-value, budget)
        return fair(value, -1) if value else certain(0)
    if type(value) is tuple:
        budget.spend_elements(len(value), _ELEMENT)
        return of_elements(value)
    assert isinstance(value, Dice)
    return value.total(budget)


def _check_sides(sides: int, budget: Budget) -> None:
    budget.limits.check("sides", sides, budget.span)
    if sides > _MANY_SIDES:
        budget.spend(_SIDE * sides)
        budget.room(2 * sides, 0)
    elif sides > _FEW_SIDES:
        budget.spend(_SHORT_SIDE * sides)


_FEW_SIDES, _MANY_SIDES = 40, 1_000
_SHORT_SIDE, _SIDE = 10, 100
"""The steps of one side of a die. Those of very large dice must not fill the memory."""
_ELEMENT = 50
"""The steps of one element that becomes a face."""


def total_of(value: Amount, budget: Budget) -> Faces:
    """The odds of a value's sum."""
    if type(value) is int:
        return certain(value)
    if type(value) is tuple:
        return certain(budget.summed(value))
    assert isinstance(value, Dice)
    return value.total(budget)


def thrown(count: Amount, sides: Amount, budget: Budget) -> Dice:
    """The value of ``count d sides``."""
    if type(count) is tuple:
        count = budget.summed(count)
    if isinstance(count, Dice):
        return _rolled_number(count.total(budget), faces_of(sides, budget), budget)
    assert type(count) is int
    if count == 1 and isinstance(sides, Dice):
        return sides
    faces = faces_of(sides, budget)
    if not faces.table:
        return EMPTY
    budget.limits.check("dice", abs(count), budget.span)
    if count > 0:
        return Dice(faces, count)
    return Dice(faces.negated(budget), -count) if count else Dice(certain(0))


def _rolled_number(numbers: Faces, faces: Faces, budget: Budget) -> Dice:
    """The sum of a rolled number of dice, as one die."""
    if not numbers.table or not faces.table:
        return EMPTY_ONE
    furthest = max(abs(numbers.lowest), abs(numbers.highest))
    budget.limits.check("dice", furthest, budget.span)
    if len(faces.table) > 1:
        # A polynomial for each number of dice, each about as long as all outcomes.
        places = sum(map(abs, numbers.table)) * (faces.highest - faces.lowest)
        budget.foresee(min(150 * places, budget.limits.odds * 100))
    sums = []
    for number, weight in numbers.table.items():
        budget.spend(500)
        sums.append((_sum_of(number, faces, budget), weight))
    return Dice(mixture(sums, budget, numbers.doubt))


def _sum_of(number: int, faces: Faces, budget: Budget) -> Faces:
    if number == 0:
        return certain(0)
    return (faces if number > 0 else faces.negated(budget)).times(abs(number), budget)


def length(value: Amount) -> int:
    """Digits of a number, elements of a sequence, dice of a collection."""
    if type(value) is int:
        return len(str(abs(value)))
    if type(value) is tuple:
        return len(value)
    assert isinstance(value, Dice | Unknown)
    return value.count


def digits_at(places: Sequence[int], number: int, *, lowest_first: bool) -> int:
    """The sum of the digits at some places, counted from 1, each with the sign of the number."""
    found = str(abs(number))
    if lowest_first:
        found = found[::-1]
    total = sum(int(found[place - 1]) for place in places if 1 <= place <= len(found))
    return -total if number < 0 else total


def elements_at(places: Sequence[int], elements: Sequence[int]) -> int:
    """The sum of the elements at some places, counted from 1."""
    size = len(elements)
    return sum(elements[place - 1] for place in places if 1 <= place <= size)
