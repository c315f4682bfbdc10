"""Grids of evenly spaced numbers, and placing two series on one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import islice
from math import gcd, lcm
from typing import TYPE_CHECKING, NamedTuple

from astragal.outcome import Number, size_of, tidy
from astragal.probability.refusals import too_far, too_many_places

if TYPE_CHECKING:
    from astragal.probability.generating.series import Series

SPARSE = 16
"""A table beats a series with more than this many places for each of its entries."""

_MOST_PLACES = 5_000_000
"""Longer series would fill the memory."""

_FEW = 64

_JOINABLE = 60
"""Denominators of up to this total degree are multiplied rather than kept apart."""


class Spacing(NamedTuple):
    """The shortest grid that holds some numbers."""

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
    """The places of numbers on a grid that holds them all."""
    if type(start) is int and type(step) is int:
        return [(number - start) // step for number in numbers]
    below = lcm(start.denominator, step.denominator)
    first, apart = int(start * below), int(step * below)
    return [(n.numerator * (below // n.denominator) - first) // apart for n in numbers]


def are_far_apart(numbers: Collection[Number], most: int) -> bool:
    """Whether a few of some numbers tell that a grid of all has more than so many places."""
    few = list(islice(numbers, 0, None, 1 + len(numbers) // _FEW))
    return spacing(few).length > most if few else False


def close_together(numbers: Collection[Number]) -> bool:
    """Whether so many numbers lie so close that a series holds them in little more room."""
    start, end = min(numbers), max(numbers)
    most = SPARSE * len(numbers)
    common: Number = 0
    for number in numbers:
        common = common_divisor(common, number - start)
        # A common divisor can only get smaller: quotients are told to lie far apart by a few.
        if common and common * most < end - start:
            return False
    return not common or int((end - start) // common) + 1 <= most


def common_step(numbers: Iterable[Number]) -> Number:
    """The greatest number that all are whole multiples of; 1 if they are all zero."""
    return _common_divisor_of(numbers) or 1


def _common_divisor_of(numbers: Iterable[Number]) -> Number:
    common: Number = 0
    for number in numbers:
        common = common_divisor(common, number)
    return common


def common_divisor(a: Number, b: Number) -> Number:
    """The greatest number that both are whole multiples of."""
    if isinstance(a, int) and isinstance(b, int):
        return gcd(a, b)
    a, b = Fraction(a), Fraction(b)
    denominator = lcm(a.denominator, b.denominator)
    return tidy(Fraction(gcd(int(a * denominator), int(b * denominator)), denominator))


def check_places(places: int) -> None:
    """Refuse a series that would fill the memory."""
    if places > _MOST_PLACES:
        raise too_many_places(places, _MOST_PLACES)


_FARTHEST = 5_000
"""Beyond this many places the weights of an endless series get too long to be split off."""


def check_reach(places: int) -> None:
    """Refuse so many of the first weights of an endless series."""
    if places > _FARTHEST:
        raise too_far()


def on_one_grid(a: Series, b: Series, offset: Number = 0) -> tuple[Series, Series]:
    """Both series in one direction with one step, which divides ``offset`` too."""
    if b.finite:
        b = b.towards(a.step)
    else:
        a = a.towards(b.step)
    step = a.step if a.step == b.step else common_divisor(a.step, b.step)
    if offset:
        step = common_divisor(step, offset)
    if (step > 0) != (a.step > 0):
        step = tidy(-step)
    return a.respaced(step), b.respaced(step)


def same_places(a: Series, b: Series) -> tuple[Series, Series]:
    """Both series in one direction, with the same number at every place."""
    a, b = on_one_grid(a, b, tidy(a.start - b.start))
    ahead = int((b.start - a.start) // a.step)
    check_places(max(a.length, b.length) + abs(ahead))
    return (a, b.delayed(ahead)) if ahead >= 0 else (a.delayed(-ahead), b)


def grid_length(a: Series, b: Series) -> int:
    """About how many places the sum of two finite series takes."""
    step = common_divisor(a.step, b.step)
    return int((a.step * a.length + b.step * b.length) // step)


def lengths_on_one_grid(a: Series, b: Series) -> tuple[int, int]:
    """How long the polynomials of two series become on one grid."""
    step = common_divisor(a.step, b.step)
    first, second = (int(size_of(each.step) // step) * each.longest for each in (a, b))
    return first, second


def can_share(a: Series, b: Series) -> bool:
    """Whether one series for both is no longer than the two."""
    distance = Fraction(a.start - b.start) / a.step
    if distance.denominator != 1 or size_of(a.step) != size_of(b.step):
        return False
    if a.finite and b.finite:
        return size_of(distance) <= a.length + b.length
    if a.finite or b.finite:
        near = a.length + b.length + a.denominator.length() + b.denominator.length()
        return size_of(distance) <= SPARSE * near
    if a.step != b.step:
        return False
    degrees = a.denominator.degree(), b.denominator.degree()
    if a.denominator == b.denominator or sum(degrees) <= _JOINABLE:
        return True
    return bool(2 * a.denominator.gcd(b.denominator).degree() >= min(degrees))
