"""The functions of the notation: those on numbers, and those that read a pool."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from astragal._value import Value
from astragal.rolling.outcome import Number

Pool = Sequence[Number]


class Function(Value):
    """A function people can type: ``least`` to ``most`` arguments, the first a pool if ``reads_pool``."""

    name: str
    example: str
    words: str
    """what it gives, with a place for each argument"""
    compute: Callable[..., Any]
    least: int = 1
    most: int | None = 1
    reads_pool: bool = False


def _round(number: Number) -> int:
    """To the nearest whole number, halves up."""
    return math.floor(number + Fraction(1, 2))


def _highest(pool: Pool, count: int = 1) -> Number:
    return sum(sorted(pool, reverse=True)[:count])


def _lowest(pool: Pool, count: int = 1) -> Number:
    return sum(sorted(pool)[:count])


def _middle(pool: Pool) -> Number:
    """The value in the middle; between two, halfway."""
    if not pool:
        return 0
    ranked = sorted(pool)
    half = len(ranked) // 2
    if len(ranked) % 2:
        return ranked[half]
    return Fraction(ranked[half - 1] + ranked[half]) / 2


def _largest_set(pool: Pool) -> int:
    return max(Counter(pool).values(), default=0)


def _longest_run(pool: Pool) -> int:
    """How many values follow one another by ones: 2, 3, 4 is a run of three."""
    longest = current = 1 if pool else 0
    for value, following in pairwise(sorted(set(pool))):
        current = current + 1 if following == value + 1 else 1
        longest = max(longest, current)
    return longest


def _distinct(pool: Pool) -> int:
    return len(set(pool))


FUNCTIONS = {
    function.name: function
    for function in (
        Function("floor", "floor(7/2)", "{}, rounded down", math.floor),
        Function("ceil", "ceil(7/2)", "{}, rounded up", math.ceil),
        Function("round", "round(7/2)", "{}, rounded to the nearest (halves up)", _round),
        Function("abs", "abs(1d6-1d6)", "{} without its sign", abs),
        Function("min", "min(1d6,4)", "the least of {}", min, 2, None),
        Function("max", "max(1d6,4)", "the greatest of {}", max, 2, None),
        Function("highest", "highest(4d6,3)", "the highest {1} of {0}", _highest, 1, 2, True),
        Function("lowest", "lowest(4d6,3)", "the lowest {1} of {0}", _lowest, 1, 2, True),
        Function("middle", "middle(3d20)", "the middle one of {}", _middle, 1, 1, True),
        Function(
            "largest_set",
            "largest_set(5d6)",
            "the size of the largest set in {}",
            _largest_set,
            1,
            1,
            True,
        ),
        Function(
            "longest_run",
            "longest_run(5d6)",
            "the length of the longest run in {}",
            _longest_run,
            1,
            1,
            True,
        ),
        Function(
            "distinct", "distinct(5d6)", "how many different values {} show", _distinct, 1, 1, True
        ),
    )
}
