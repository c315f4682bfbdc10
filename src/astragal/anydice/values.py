"""The values of programs: numbers, sequences and dice, and how they are thrown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from astragal.anydice.budget import Budget
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import EMPTY, EMPTY_ONE, Dice, certain, mixture, of_elements
from astragal.probability.laws.sums import fair_die

Known: TypeAlias = "int | tuple[int, ...] | Dice"
Amount: TypeAlias = "Known | OpenNumber | Unknown"
"""A value in a program: a number, a sequence (perhaps a roll that is still unknown) or dice."""


def settled(value: Amount) -> int | tuple[int, ...] | Dice | Unknown:
    """The value, with an open number found out."""
    return value.known() if type(value) is OpenNumber else value  # type: ignore[return-value]


def described(value: Amount) -> str:
    """The kind of a value, for messages."""
    if type(value) is int:
        return "a number"
    return "a sequence" if type(value) is tuple else "dice"


def die_from(value: Amount, budget: Budget) -> Dice:
    """The value as one die, as on the right side of ``d``."""
    if type(value) is int:
        _check_sides(abs(value), budget)
        if not value:
            return certain(0)
        return Dice(fair_die(1 if value > 0 else value, abs(value)))
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
"""The steps of one side of a small and of a large die. Large dice cost more to protect the
memory."""
_ELEMENT = 50
"""The steps of turning one element into a face."""


def total_of(value: Amount, budget: Budget) -> Dice:
    """The sum of a value, as one die."""
    if type(value) is tuple:
        value = budget.summed(value)
    if type(value) is int:
        return certain(value)
    assert isinstance(value, Dice)
    return value.total(budget)


def thrown(count: Amount, sides: Amount, budget: Budget) -> Dice:
    """The value of ``count d sides``."""
    if type(count) is tuple:
        count = budget.summed(count)
    if isinstance(count, Dice):
        return _rolled_number(count.total(budget), die_from(sides, budget), budget)
    assert type(count) is int
    if count == 1 and isinstance(sides, Dice):
        return sides
    one = die_from(sides, budget)
    if one.empty:
        return EMPTY
    budget.limits.check("dice", abs(count), budget.span)
    if count > 0:
        return Dice(one.law, count, one.doubt)
    return Dice(one.negated(budget).law, -count, one.doubt) if count else certain(0)


def _rolled_number(numbers: Dice, one: Dice, budget: Budget) -> Dice:
    """The sum of a rolled number of dice, as one die."""
    if numbers.empty or one.empty:
        return EMPTY_ONE
    budget.limits.check("dice", numbers.reach, budget.span)
    if len(one.table) > 1:
        # A polynomial for each number of dice, each about as long as the list of outcomes.
        places = sum(map(abs, numbers.table)) * (one.highest - one.lowest)
        budget.foresee(min(150 * places, budget.limits.odds * 100))
    budget.spend(500 * len(numbers.table))
    sums = [
        (thrown(number, one, budget).total(budget), weight)
        for number, weight in numbers.table.items()
    ]
    return mixture(sums, budget, numbers.doubt)


def length(value: Amount) -> int:
    """The number of digits, elements or dice."""
    if type(value) is int:
        return len(str(abs(value)))
    if type(value) is tuple:
        return len(value)
    assert isinstance(value, Dice | Unknown)
    return value.count


def digits_at(places: Sequence[int], number: int, *, lowest_first: bool) -> int:
    """The sum of the digits at some positions, counted from 1, with the sign of the number."""
    found = str(abs(number))
    if lowest_first:
        found = found[::-1]
    total = sum(int(found[place - 1]) for place in places if 1 <= place <= len(found))
    return -total if number < 0 else total


def elements_at(places: Sequence[int], elements: Sequence[int]) -> int:
    """The sum of the elements at some positions, counted from 1."""
    size = len(elements)
    return sum(elements[place - 1] for place in places if 1 <= place <= size)
