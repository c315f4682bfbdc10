"""The functions of the notation: those on numbers, and those that read a pool."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from astragal._value import Value
from astragal.odds.pools import reading
from astragal.outcome import Number


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


FUNCTIONS = {
    function.name: function
    for function in (
        Function("floor", "floor(7/2)", "{}, rounded down", math.floor),
        Function("ceil", "ceil(7/2)", "{}, rounded up", math.ceil),
        Function("round", "round(7/2)", "{}, rounded to the nearest (halves up)", _round),
        Function("abs", "abs(1d6-1d6)", "{} without its sign", abs),
        Function("min", "min(1d6,4)", "the least of {}", min, 2, None),
        Function("max", "max(1d6,4)", "the greatest of {}", max, 2, None),
        Function(
            "highest", "highest(4d6,3)", "the highest {1} of {0}", reading.highest, 1, 2, True
        ),
        Function("lowest", "lowest(4d6,3)", "the lowest {1} of {0}", reading.lowest, 1, 2, True),
        Function("middle", "middle(3d20)", "the middle one of {}", reading.middle, 1, 1, True),
        Function(
            "largest_set",
            "largest_set(5d6)",
            "the size of the largest set in {}",
            reading.largest_set,
            1,
            1,
            True,
        ),
        Function(
            "longest_run",
            "longest_run(5d6)",
            "the length of the longest run in {}",
            reading.longest_run,
            1,
            1,
            True,
        ),
        Function(
            "distinct",
            "distinct(5d6)",
            "how many different values {} show",
            reading.distinct,
            1,
            1,
            True,
        ),
    )
}
