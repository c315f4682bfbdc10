"""Conditions as ranges of whole numbers: unions, complements, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from astragal.notation.conditions import Comparison, Condition, OneOf

Stretch: TypeAlias = tuple[float, float]
"""The ends of a range of consecutive numbers; either may be infinite."""
ENDLESS = float("inf")


def stretches_of(condition: Condition | None) -> list[Stretch] | None:
    """The matching whole numbers, in order; None if they are unknown before the roll."""
    match condition:
        case OneOf():
            found = joined(condition.stretches)
            return found if condition.wanted else gaps(found)
        case Comparison(operand=int(low), upto=int() | None as upto):
            ends: dict[str, Stretch] = {
                "<": (-ENDLESS, low - 1),
                "<=": (-ENDLESS, low),
                ">": (low + 1, ENDLESS),
                ">=": (low, ENDLESS),
            }
            found = [ends.get(condition.op, (low, low if upto is None else upto))]
            return gaps(found) if condition.op == "!=" else found
    return None


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Sort the ranges, and merge those that overlap or touch."""
    found: list[Stretch] = []
    for low, high in sorted(stretches):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return found


def gaps(stretches: Sequence[Stretch]) -> list[Stretch]:
    """All other numbers."""
    lows = (-ENDLESS, *(high + 1 for _, high in stretches))
    highs = (*(low - 1 for low, _ in stretches), ENDLESS)
    pairs = zip(lows, highs, strict=True)
    return [(low, high) for low, high in pairs if low <= high and low < ENDLESS > -high]


def within(stretches: Iterable[Stretch], lowest: int, highest: int) -> list[Stretch]:
    """The numbers from ``lowest`` to ``highest``."""
    cut = ((max(low, lowest), min(high, highest)) for low, high in stretches)
    return [(low, high) for low, high in cut if low <= high]


def compared(stretch: Stretch, op: str = "=") -> Comparison:
    """One range as a comparison."""
    low, high = stretch
    if low == -ENDLESS:
        return Comparison("<", int(high) + 1)
    if high == ENDLESS:
        return Comparison(">", int(low) - 1)
    return Comparison(op, int(low), None if low == high else int(high))


def condition_for(stretches: Iterable[Stretch], lowest: int, highest: int) -> Condition:
    """The simplest condition for these of the numbers from ``lowest`` to ``highest``."""
    found = joined(within(stretches, lowest, highest))
    if not found:
        return Comparison("<", lowest)
    first, last = found[0][0] == lowest, found[-1][1] == highest
    if len(found) == 1:
        low, high = found[0]
        return compared((-ENDLESS if first else low, ENDLESS if last and not first else high))
    return one_of(gaps(found)[1:-1], wanted=False) if first and last else one_of(found)


def one_of(stretches: Sequence[Stretch], *, wanted: bool = True) -> Comparison | OneOf:
    """A condition for all numbers in finite ranges, or for all others if not ``wanted``."""
    if len(stretches) == 1:
        return compared(stretches[0], "=" if wanted else "!=")
    return OneOf(tuple((int(low), int(high)) for low, high in stretches), wanted)


def pieces(condition: Condition | None, most: int) -> list[Comparison] | None:
    """Split a condition into comparisons with one number each, the ends first.

    None if that is not possible, or takes more than ``most``.
    """
    found = stretches_of(condition)
    if found is None:
        return None
    ends = [compared(each) for each in found if ENDLESS in (-each[0], each[1])]
    inner = [each for each in found if ENDLESS not in (-each[0], each[1])]
    if sum(high - low + 1 for low, high in inner) > most:
        return None
    numbers = (n for low, high in inner for n in range(int(low), int(high) + 1))
    return [*ends, *(Comparison("=", number) for number in numbers)]
