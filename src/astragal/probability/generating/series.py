"""Odds of evenly spaced numbers as a generating function: a series with or without an end.

The weight of ``start + step·i`` is the coefficient of xⁱ in ``numerator / denominator``. A finite
series has a constant denominator; an endless one (dice that explode) is a quotient of
polynomials, from which every weight, every tail and every moment follows exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, ClassVar

from astragal.outcome import Number, tidy
from astragal.probability.generating.fractions import in_lowest_terms
from astragal.probability.generating.grids import (
    check_places,
    common_divisor,
    on_one_grid,
    same_places,
)
from astragal.probability.generating.places import Places
from astragal.probability.refusals import both_ways

if TYPE_CHECKING:
    from flint import fmpz_poly


class Series(ABC):
    """Evenly spaced numbers with weights, which need not add up to one. Immutable.

    ``step`` is never zero. A finite series is kept with a positive one; an endless series runs in
    the direction of its step.
    """

    __slots__ = ("start", "step")

    finite: ClassVar[bool]

    start: Number
    step: Number

    @staticmethod
    def of(start: Number, step: Number, numerator: fmpz_poly, denominator: fmpz_poly) -> Series:
        """The finite or endless series of a quotient."""
        if denominator.degree():
            from astragal.probability.generating.endless import EndlessSeries

            return EndlessSeries(start, step, numerator, denominator)
        from astragal.probability.generating.finite import FiniteSeries

        finite = FiniteSeries(start, step, Places.of_polynomial(numerator, int(denominator[0])))
        return finite.towards(1)

    @property
    @abstractmethod
    def numerator(self) -> fmpz_poly: ...

    @property
    @abstractmethod
    def denominator(self) -> fmpz_poly: ...

    @property
    @abstractmethod
    def length(self) -> int:
        """The number of places of a finite series; the length of the numerator of another."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """The length of the longer of the two polynomials."""

    @property
    @abstractmethod
    def height(self) -> int:
        """The bits of the longest number in the denominator."""

    def value(self, index: int) -> Number:
        return tidy(self.start + self.step * index)

    def numbers(self, count: int) -> Sequence[Number]:
        """The numbers at the first places."""
        start, step = self.start, self.step
        if type(start) is int and type(step) is int:
            return range(start, start + step * count, step)
        below = lcm(start.denominator, step.denominator)
        first, apart = int(start * below), int(step * below)
        return [_divided(above, below) for above in range(first, first + apart * count, apart)]

    def to_data(self) -> tuple[Number, Number, list[int], list[int]]:
        """The series as plain values, for pickling."""
        polynomials = (self.numerator, self.denominator)
        numerator, denominator = (list(map(int, each.coeffs())) for each in polynomials)
        return self.start, self.step, numerator, denominator

    @staticmethod
    def from_data(data: tuple[Number, Number, list[int], list[int]]) -> Series:
        from flint import fmpz_poly

        start, step, numerator, denominator = data
        return Series.of(start, step, fmpz_poly(numerator), fmpz_poly(denominator))

    # On another grid

    @abstractmethod
    def shifted(self, by: Number) -> Series: ...

    @abstractmethod
    def scaled(self, factor: Number) -> Series:
        """Every number times a factor other than zero."""

    def respaced(self, step: Number) -> Series:
        """The same series on a finer grid."""
        factor = int(self.step // step)
        if factor == 1:
            return self
        check_places(factor * self.longest)
        return self._spread(factor, step)

    @abstractmethod
    def _spread(self, factor: int, step: Number) -> Series: ...

    @abstractmethod
    def delayed(self, places: int) -> Series:
        """The same series with empty places put in front of it."""

    @abstractmethod
    def towards(self, direction: Number) -> Series:
        """The same series running upwards or downwards, which an endless one must do already."""

    def place(self, number: Number, *, past: bool = False) -> int:
        """The first place whose number is at or beyond ``number`` in the series' direction.

        With ``past``, beyond it.
        """
        if self.step == 1 and type(number) is int and type(self.start) is int:
            return number - self.start + past
        distance = Fraction(number - self.start) / self.step
        return int(distance // 1) + 1 if past else -int(-distance // 1)

    # Weights

    @abstractmethod
    def weighted(self, weight: Fraction | int) -> Series:
        """Every weight times a factor."""

    @abstractmethod
    def reduced(self) -> Series:
        """The same series in lowest terms."""

    @property
    @abstractmethod
    def mass(self) -> Fraction:
        """The sum of the weights."""

    def moments(self) -> tuple[Fraction, Fraction]:
        """The sums of number × weight and of number² × weight."""
        first, second = self.place_moments()
        mass, start, step = self.mass, self.start, self.step
        return (
            Fraction(start * mass + step * first),
            Fraction(start**2 * mass + 2 * start * step * first + step**2 * second),
        )

    @abstractmethod
    def place_moments(self) -> tuple[Fraction, Fraction]:
        """The sums of place × weight and of place² × weight."""

    @abstractmethod
    def weights(self, count: int) -> tuple[list[int], int]:
        """The first ``count`` weights, and their denominator."""

    @abstractmethod
    def weight_at(self, index: int) -> Fraction:
        """The weight at a place, however far away."""

    @abstractmethod
    def mass_from(self, index: int) -> Fraction:
        """The weight of everything from a place on, however far away."""

    def mass_of_at_least(self, number: Number, *, past: bool = False) -> Fraction:
        """The weight of ``number`` and everything above; with ``past``, of everything above."""
        if self.step > 0:
            return self.mass_from(self.place(number, past=past))
        return self.mass - self.mass_from(self.place(number, past=not past))

    @abstractmethod
    def tails(self) -> Series:
        """The series whose weight at i is all the weight from i on."""

    # Parts

    @abstractmethod
    def split(self, index: int) -> tuple[Series, Series]:
        """The finite series before a place, and the series from there on."""

    def cut(self, number: Number, *, past: bool = False) -> tuple[Series, Series]:
        """The numbers below ``number``, and the others; with ``past``, it counts as below."""
        if self.step > 0:
            return self.split(self.place(number, past=past))
        rest, lower = self.split(self.place(number, past=not past))
        return lower, rest

    # Together with others

    def union(self, other: Series) -> Series:
        """The weights of both, which must not run in opposite directions without end."""
        left, right = same_places(self, other)
        start, step = left.start, left.step
        if left.denominator == right.denominator:
            return Series.of(start, step, left.numerator + right.numerator, left.denominator)
        shared = left.denominator.gcd(right.denominator)
        factor = right.denominator // shared
        numerator = left.numerator * factor + right.numerator * (left.denominator // shared)
        return Series.of(start, step, numerator, left.denominator * factor).reduced()

    def times(self, other: Series) -> Series:
        """The sum of two independent numbers, which must not run apart without end."""
        left, right = on_one_grid(self, other)
        return Series.of(
            tidy(left.start + right.start),
            left.step,
            left.numerator * right.numerator,
            left.denominator * right.denominator,
        )

    @abstractmethod
    def power(self, n: int) -> Series:
        """The sum of ``n`` independent numbers."""

    def from_zero(self) -> Series:
        """The same series on a grid from zero, on one side of which all numbers must lie."""
        own = self._outwards()
        if own.start * own.step < 0:
            raise both_ways()
        step = common_divisor(own.step, own.start) if own.start else own.step
        own = own.respaced(step if step * own.step > 0 else tidy(-step))
        ahead = int(own.start // own.step)
        check_places(ahead + own.length)
        return own.delayed(ahead)

    @abstractmethod
    def _outwards(self) -> Series:
        """The same series running away from zero."""


def _divided(above: int, below: int) -> Number:
    common = gcd(above, below)
    return above // below if common == below else in_lowest_terms(above // common, below // common)
