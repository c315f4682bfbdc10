"""Finite series: evenly spaced numbers, each with its weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import add
from typing import TYPE_CHECKING

from astragal.outcome import Number, tidy
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.generating.grids import check_places, common_divisor, places_on, spacing
from astragal.probability.generating.places import Places
from astragal.probability.generating.series import Series
from astragal.probability.refusals import both_ways

if TYPE_CHECKING:
    from flint import fmpz_poly

_ZERO = Fraction(0)


class FiniteSeries(Series):
    """Numbers and the places that hold their weights, which series on other grids may share."""

    __slots__ = ("places",)

    finite = True

    def __init__(self, start: Number, step: Number, places: Places) -> None:
        self.start = start
        self.step = step
        self.places = places

    @property
    def numerator(self) -> fmpz_poly:
        return self.places.numerator

    @property
    def denominator(self) -> fmpz_poly:
        from flint import fmpz_poly

        return fmpz_poly([self.places.below])

    @property
    def length(self) -> int:
        return len(self.places)

    @property
    def longest(self) -> int:
        return max(1, len(self.places))

    @property
    def height(self) -> int:
        return self.places.below.bit_length()

    def ends(self) -> tuple[Number, Number]:
        """The first and the last number with a weight."""
        return self.value(self.places.first()), self.value(self.length - 1)

    # On another grid

    def shifted(self, by: Number) -> FiniteSeries:
        return FiniteSeries(tidy(self.start + by), self.step, self.places)

    def scaled(self, factor: Number) -> FiniteSeries:
        scaled = FiniteSeries(tidy(self.start * factor), tidy(self.step * factor), self.places)
        return scaled if factor > 0 else scaled.reversed()

    def _spread(self, factor: int, step: Number) -> FiniteSeries:
        return FiniteSeries(self.start, step, self.places.spread(factor))

    def delayed(self, places: int) -> FiniteSeries:
        start = tidy(self.start - self.step * places)
        return FiniteSeries(start, self.step, self.places.delayed(places))

    def reversed(self) -> FiniteSeries:
        """The same series from its other end."""
        last = self.value(max(0, self.length - 1))
        return FiniteSeries(last, tidy(-self.step), self.places.reversed())

    def towards(self, direction: Number) -> FiniteSeries:
        return self if (self.step > 0) == (direction > 0) else self.reversed()

    def _outwards(self) -> Series:
        lowest, highest = self.ends()
        if lowest < 0 < highest:
            raise both_ways()
        return self.delayed(-self.places.first()).towards(1 if highest > 0 else -1)

    # Weights

    def weighted(self, weight: Fraction | int) -> FiniteSeries:
        return self._with(self.places.weighted(weight))

    def reduced(self) -> FiniteSeries:
        return self._with(self.places.reduced())

    @property
    def mass(self) -> Fraction:
        return self.places.mass

    def place_moments(self) -> tuple[Fraction, Fraction]:
        return self.places.moments()

    def weights(self, count: int) -> tuple[list[int], int]:
        return self.places.weights[:count], self.places.below

    def weight_at(self, index: int) -> Fraction:
        if not 0 <= index < self.length:
            return _ZERO
        return fraction_of(self.places.weights[index], self.places.below)

    def mass_from(self, index: int) -> Fraction:
        return self.places.mass_from(index)

    def tails(self) -> FiniteSeries:
        return self._with(self.places.tails())

    def _with(self, places: Places) -> FiniteSeries:
        """Other places on the same grid."""
        return self if places is self.places else FiniteSeries(self.start, self.step, places)

    # Parts, and together with others

    def split(self, index: int) -> tuple[FiniteSeries, FiniteSeries]:
        index = min(max(0, index), self.length)
        head, rest = self.places.split(index)
        return self._with(head), FiniteSeries(self.value(index), self.step, rest)

    def union(self, other: Series) -> Series:
        return union([self, other]) if isinstance(other, FiniteSeries) else super().union(other)

    def times(self, other: Series) -> Series:
        return product(self, other) if isinstance(other, FiniteSeries) else super().times(other)

    def power(self, n: int) -> FiniteSeries:
        return FiniteSeries(tidy(self.start * n), self.step, self.places.power(n))


def union(several: Sequence[FiniteSeries]) -> FiniteSeries:
    """The weights of all of them."""
    rows = [each.towards(1) for each in several]
    start, step = min(row.start for row in rows), rows[0].step
    for row in rows:
        step = common_divisor(common_divisor(step, row.step), tidy(row.start - start))
    ends = (row.start + row.step * row.length for row in rows)
    length = max(0, *(int((end - start) // step) for end in ends))
    check_places(length)
    below = lcm(*(row.places.below for row in rows))
    total = [0] * length
    for row in rows:
        first, stride = int((row.start - start) // step), int(row.step // step)
        cells = slice(first, first + stride * row.length, stride)
        weights = row.places.times_number(below // row.places.below).weights
        total[cells] = list(map(add, total[cells], weights))
    return FiniteSeries(start, step, Places(total, below))


def product(a: FiniteSeries, b: FiniteSeries) -> FiniteSeries:
    """The sum of two independent numbers."""
    a, b = a.towards(1), b.towards(1)
    start, step = tidy(a.start + b.start), a.step
    if b.step != step:
        step = common_divisor(a.step, b.step)
        check_places(int(a.step // step) * a.length + int(b.step // step) * b.length)
    left, right = (each.places.spread(int(each.step // step)) for each in (a, b))
    return FiniteSeries(start, step, left.times(right))


def certain(number: Number, weight: Fraction | int = 1) -> FiniteSeries:
    """A series of one number."""
    return FiniteSeries(number, 1, Places([weight.numerator], weight.denominator))


def series_of(table: Mapping[Number, int], denominator: int) -> FiniteSeries:
    """The shortest series that holds a table of weights; ``spacing`` says how long it gets."""
    start, step, length = spacing(table)
    places = [0] * length
    for place, weight in zip(places_on(start, step, table), table.values(), strict=True):
        places[place] = weight
    return FiniteSeries(start, step, Places(places, denominator))
