"""Readings of a pool of values, whatever their order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from astragal.outcome import Number, counts

Values = Sequence[Number]


def highest(values: Values, count: int = 1) -> Number:
    return sum(sorted(values, reverse=True)[:count])


def lowest(values: Values, count: int = 1) -> Number:
    return sum(sorted(values)[:count])


def middle(values: Values) -> Number:
    """The median: the value in the middle, or halfway between the two."""
    if not values:
        return 0
    ranked = sorted(values)
    half = len(ranked) // 2
    if len(ranked) % 2:
        return ranked[half]
    return Fraction(ranked[half - 1] + ranked[half]) / 2


def largest_set(values: Values) -> int:
    """The number of times the most frequent value comes up."""
    return max(counts(values).values(), default=0)


def matches(values: Values, least: int = 2) -> int:
    """How many values come up at least ``least`` times."""
    return sum(count >= least for count in counts(values).values())


def longest_run(values: Values) -> int:
    """The length of the longest run of values one apart: 2, 3, 4 is a run of three."""
    longest = current = 1 if values else 0
    for value, following in pairwise(sorted(set(values))):
        current = current + 1 if following == value + 1 else 1
        longest = max(longest, current)
    return longest


def distinct(values: Values) -> int:
    """The number of different values."""
    return len(set(values))
