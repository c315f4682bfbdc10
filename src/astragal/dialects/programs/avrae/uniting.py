"""Conditions on one die put together, and taken apart again, as programs do that unite them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from astragal.errors import NotationError
from astragal.notation.conditions import Comparison, Condition, OneOf

Stretch: TypeAlias = tuple[int, int]

_MOST_PIECES = 40
"""Longer lists of numbers are not written out."""


def either(conditions: Sequence[Condition], highest: int) -> Condition:
    """What matches one of the conditions or more, for values from 0 to ``highest``."""
    if len(conditions) == 1:
        return conditions[0]
    return _condition(_joined(stretch_of(each, highest) for each in conditions), highest)


def stretch_of(condition: Condition, highest: int) -> Stretch:
    """What a condition matches from 0 to ``highest``; it runs backwards if that is nothing."""
    assert isinstance(condition, Comparison)
    assert isinstance(condition.operand, int)
    number = condition.operand
    if condition.op == "=":
        return number, number
    return (0, number - 1) if condition.op == "<" else (number + 1, highest)


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same numbers, in order; none of the stretches touches the next."""
    found: list[Stretch] = []
    for low, high in sorted(stretches):
        if low > high:
            continue
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def _condition(stretches: Sequence[Stretch], highest: int) -> Condition:
    """The simplest condition for these numbers out of those from 0 to ``highest``."""
    if not stretches:
        return Comparison("<", 0)
    first, last = stretches[0][0], stretches[-1][1]
    if len(stretches) == 1:
        if first == 0:
            return Comparison("<", last + 1)
        return Comparison(">", first - 1) if last >= highest else within("=", first, last)
    gaps = tuple((one[1] + 1, other[0] - 1) for one, other in pairwise(stretches))
    if first == 0 and last >= highest:
        return within("!=", *gaps[0]) if len(gaps) == 1 else OneOf(gaps, wanted=False)
    return OneOf(tuple(stretches))


def within(op: str, low: int, high: int) -> Comparison:
    """``=2..4`` or ``≠2..4``, where a single number needs no range."""
    return Comparison(op, low) if low == high else Comparison(op, low, high)


def pieces(condition: Condition | None) -> list[Comparison] | None:
    """The comparisons with one number that together say a condition; None if there are none."""
    match condition:
        case Comparison(op="=" | "!=", operand=int(low), upto=int(high)):
            return _pieces([(low, high)], condition.op == "=")
        case Comparison(op="!=", operand=int(low), upto=None):
            return _pieces([(low, low)], wanted=False)
        case OneOf():
            return _pieces(condition.stretches, condition.wanted)
    return None


def _pieces(stretches: Sequence[Stretch], wanted: bool) -> list[Comparison]:
    ends: list[Comparison] = []
    if not wanted:
        ends = [Comparison("<", stretches[0][0]), Comparison(">", stretches[-1][1])]
        stretches = [(one[1] + 1, other[0] - 1) for one, other in pairwise(stretches)]
    if sum(high - low + 1 for low, high in stretches) > _MOST_PIECES:
        raise NotationError("untranslatable", "there are too many numbers to list")
    numbers = (number for low, high in stretches for number in range(low, high + 1))
    return [*ends, *(Comparison("=", number) for number in numbers)]
