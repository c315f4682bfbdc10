"""Grids of evenly spaced numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from astragal.outcome import Number, tidy
from astragal.probability.generating.fractions import in_lowest_terms
from astragal.probability.refusals import too_far, too_many_places

SPARSE = 16
"""A series with more places than this per entry is slower than a table."""

_MOST_PLACES = 5_000_000
"""Longer series would fill the memory."""


class Spacing(NamedTuple):
    """The shortest grid that contains some numbers."""

    start: Number
    step: Number
    length: int


def spacing(numbers: Iterable[Number]) -> Spacing:
    if isinstance(numbers, range) and numbers.step > 0:
        return Spacing(numbers.start, numbers.step, len(numbers))
    listed = list(numbers)
    below = lcm(*{number.denominator for number in listed})
    above = [number.numerator * (below // number.denominator) for number in listed]
    start, end = min(above), max(above)
    step = gcd(*(number - start for number in above))
    length = (end - start) // step + 1 if step else 1
    if below == 1:
        return Spacing(start, step or 1, length)
    return Spacing(tidy(Fraction(start, below)), tidy(Fraction(step, below)) or 1, length)


def places_on(start: Number, step: Number, numbers: Iterable[Number]) -> list[int]:
    """The places of numbers on a grid that contains them all."""
    if type(start) is int and type(step) is int:
        return [(number - start) // step for number in numbers]
    below = lcm(start.denominator, step.denominator)
    first, apart = int(start * below), int(step * below)
    return [(n.numerator * (below // n.denominator) - first) // apart for n in numbers]


def placed(places: Iterable[int], weights: Iterable[int], length: int) -> list[int]:
    """A list of weights at their places, with 0 everywhere else."""
    found = [0] * length
    for place, weight in zip(places, weights, strict=True):
        found[place] = weight
    return found


def evenly_spaced(start: Number, step: Number, count: int) -> Sequence[Number]:
    """The first ``count`` numbers of a grid."""
    if type(start) is int and type(step) is int:
        return range(start, start + step * count, step)
    below = lcm(start.denominator, step.denominator)
    first, apart = int(start * below), int(step * below)
    return [_divided(above, below) for above in range(first, first + apart * count, apart)]


def _divided(above: int, below: int) -> Number:
    common = gcd(above, below)
    return above // common if common == below else in_lowest_terms(above // common, below // common)


def close_together(numbers: Collection[Number]) -> bool:
    """True if a series holds these numbers in little more space than a table."""
    start, end = min(numbers), max(numbers)
    most = SPARSE * len(numbers)
    if set(map(type, numbers)) == {int}:
        step = gcd(*[number - start for number in numbers])  # type: ignore[arg-type]
        return not step or (end - start) // step + 1 <= most
    common: Number = 0
    for number in numbers:
        common = common_divisor(common, number - start)
        # The common divisor only gets smaller, so a few scattered quotients decide early.
        if common and common * most < end - start:
            return False
    return not common or int((end - start) // common) + 1 <= most


def common_step(numbers: Iterable[Number]) -> Number:
    """The greatest number that divides all of them; 1 if they are all zero."""
    return _common_divisor_of(numbers) or 1


def _common_divisor_of(numbers: Iterable[Number]) -> Number:
    common: Number = 0
    for number in numbers:
        common = common_divisor(common, number)
    return common


def common_divisor(a: Number, b: Number) -> Number:
    """The greatest number that divides both."""
    if isinstance(a, int) and isinstance(b, int):
        return gcd(a, b)
    a, b = Fraction(a), Fraction(b)
    denominator = lcm(a.denominator, b.denominator)
    return tidy(Fraction(gcd(int(a * denominator), int(b * denominator)), denominator))


def check_places(places: int) -> None:
    """Refuse a series too long for memory."""
    if places > _MOST_PLACES:
        raise too_many_places(places, _MOST_PLACES)


_FARTHEST = 5_000
"""Beyond this many places, the weights of an endless series are too long to split off."""


def check_reach(places: int) -> None:
    """Refuse to list this many first weights of an infinite series."""
    if places > _FARTHEST:
        raise too_far()
