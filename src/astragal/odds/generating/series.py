"""Odds of evenly spaced numbers as a generating function: a series with or without an end.

The weight of ``start + step·i`` is the coefficient of xⁱ in ``numerator / denominator``. A finite
series has a constant denominator; an endless one (dice that explode) is a quotient of
polynomials, from which every weight, every tail and every moment follows exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from flint import fmpq_poly, fmpz, fmpz_poly

from astragal.odds.generating.grids import (
    check_places,
    common_divisor,
    on_one_grid,
    same_places,
    spacing,
)
from astragal.odds.generating.quotients import (
    coefficient,
    fraction_of,
    inverse,
)
from astragal.odds.refusals import both_ways, too_far
from astragal.outcome import Number, tidy

_ONE_LESS_X = fmpz_poly([1, -1])

_FARTHEST = 5_000
"""Beyond this many places the weights of an endless series get too long to be split off."""


class Series(ABC):
    """Evenly spaced numbers with weights, which need not add up to one. Immutable.

    ``step`` is never zero. A finite series is kept with a positive one; an endless series runs in
    the direction of its step.
    """

    __slots__ = ("denominator", "numerator", "start", "step")

    finite: ClassVar[bool]

    def __init__(
        self, start: Number, step: Number, numerator: fmpz_poly, denominator: fmpz_poly
    ) -> None:
        self.start = start
        self.step = step
        self.numerator = numerator
        self.denominator = denominator

    @staticmethod
    def of(start: Number, step: Number, numerator: fmpz_poly, denominator: fmpz_poly) -> Series:
        """The finite or endless series of a quotient."""
        if denominator.degree():
            return EndlessSeries(start, step, numerator, denominator)
        finite = FiniteSeries(start, step, numerator, denominator)
        return finite if step > 0 else finite.reversed()

    @property
    def length(self) -> int:
        """The number of places of a finite series."""
        return int(self.numerator.length())

    @property
    def longest(self) -> int:
        """The length of the longer of the two polynomials."""
        return int(max(self.numerator.length(), self.denominator.length()))

    def value(self, index: int) -> Number:
        return tidy(self.start + self.step * index)

    def to_data(self) -> tuple[Number, Number, list[int], list[int]]:
        """The series as plain values, for pickling."""
        polynomials = (self.numerator, self.denominator)
        numerator, denominator = (list(map(int, each.coeffs())) for each in polynomials)
        return self.start, self.step, numerator, denominator

    @staticmethod
    def from_data(data: tuple[Number, Number, list[int], list[int]]) -> Series:
        start, step, numerator, denominator = data
        return Series.of(start, step, fmpz_poly(numerator), fmpz_poly(denominator))

    # On another grid

    def shifted(self, by: Number) -> Series:
        return type(self)(tidy(self.start + by), self.step, self.numerator, self.denominator)

    def scaled(self, factor: Number) -> Series:
        """Every number times a factor other than zero."""
        start, step = tidy(self.start * factor), tidy(self.step * factor)
        return Series.of(start, step, self.numerator, self.denominator)

    def respaced(self, step: Number) -> Series:
        """The same series on a finer grid."""
        factor = int(self.step // step)
        if factor == 1:
            return self
        check_places(factor * self.longest)
        inflated = (each.inflate(factor) for each in (self.numerator, self.denominator))
        return type(self)(self.start, step, *inflated)

    def delayed(self, places: int) -> Series:
        """The same series with empty places put in front of it."""
        start = tidy(self.start - self.step * places)
        return type(self)(start, self.step, self.numerator.left_shift(places), self.denominator)

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

    def weighted(self, weight: Fraction | int) -> Series:
        """Every weight times a factor."""
        weight = Fraction(weight)
        numerator = self.numerator * weight.numerator
        denominator = self.denominator * weight.denominator
        return type(self)(self.start, self.step, numerator, denominator)

    @abstractmethod
    def reduced(self) -> Series:
        """The same series in lowest terms."""

    @property
    def mass(self) -> Fraction:
        """The sum of the weights."""
        return fraction_of(self.numerator(1), self.denominator(1))

    def moments(self) -> tuple[Fraction, Fraction]:
        """The sums of number × weight and of number² × weight."""
        first, second = self._factorial_moments()
        mass, squares = self.mass, second + first
        start, step = self.start, self.step
        return (
            Fraction(start * mass + step * first),
            Fraction(start**2 * mass + 2 * start * step * first + step**2 * squares),
        )

    @abstractmethod
    def _factorial_moments(self) -> tuple[Fraction, Fraction]:
        """The first and second derivative of the generating function at 1."""

    @abstractmethod
    def weights(self, count: int) -> tuple[list[fmpz], fmpz]:
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
        if left.finite and right.finite:
            first, second = left.denominator[0], right.denominator[0]
            common = first.lcm(second)
            numerator = left.numerator * (common // first) + right.numerator * (common // second)
            return Series.of(start, step, numerator, fmpz_poly([common]))
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

    def power(self, n: int) -> Series:
        """The sum of ``n`` independent numbers."""
        numerator, denominator = self.numerator**n, self.denominator**n
        return type(self)(tidy(self.start * n), self.step, numerator, denominator)

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


class FiniteSeries(Series):
    """A polynomial over a constant."""

    __slots__ = ()

    finite = True

    def ends(self) -> tuple[Number, Number]:
        """The first and the last number with a weight."""
        return self.value(self._first()), self.value(self.length - 1)

    def _first(self) -> int:
        weights = self.numerator.coeffs()
        return next((place for place, weight in enumerate(weights) if weight), 0)

    def reversed(self) -> FiniteSeries:
        """The same series from its other end."""
        last = self.value(max(0, self.length - 1))
        # Zeros in front get to the end, where a polynomial drops them.
        numerator = fmpz_poly(self.numerator.coeffs()[::-1])
        return FiniteSeries(last, tidy(-self.step), numerator, self.denominator)

    def towards(self, direction: Number) -> Series:
        return self if (self.step > 0) == (direction > 0) else self.reversed()

    def _outwards(self) -> Series:
        lowest, highest = self.ends()
        if lowest < 0 < highest:
            raise both_ways()
        first = self._first()
        trimmed = FiniteSeries(
            self.value(first), self.step, self.numerator.right_shift(first), self.denominator
        )
        return trimmed.towards(1 if highest > 0 else -1)

    def reduced(self) -> Series:
        common = self.numerator.content().gcd(self.denominator[0]) if self.length else fmpz(1)
        if common == 1:
            return self
        numerator, denominator = self.numerator // common, self.denominator // common
        return FiniteSeries(self.start, self.step, numerator, denominator)

    def _factorial_moments(self) -> tuple[Fraction, Fraction]:
        first = self.numerator.derivative()
        denominator = self.denominator[0]
        return fraction_of(first(1), denominator), fraction_of(first.derivative()(1), denominator)

    def weights(self, count: int) -> tuple[list[fmpz], fmpz]:
        return self.numerator.truncate(count).coeffs(), self.denominator[0]

    def weight_at(self, index: int) -> Fraction:
        return fraction_of(self.numerator[index], self.denominator[0]) if index >= 0 else _ZERO

    def mass_from(self, index: int) -> Fraction:
        if index <= 0:
            return self.mass
        if index >= self.length:
            return _ZERO
        return fraction_of(self.numerator.right_shift(index)(1), self.denominator[0])

    def tails(self) -> Series:
        weights = self.numerator.coeffs()
        for place in range(len(weights) - 1, 0, -1):
            weights[place - 1] += weights[place]
        return FiniteSeries(self.start, self.step, fmpz_poly(weights), self.denominator)

    def split(self, index: int) -> tuple[Series, Series]:
        index = min(max(0, index), self.length)
        head, rest = self.numerator.truncate(index), self.numerator.right_shift(index)
        return (
            FiniteSeries(self.start, self.step, head, self.denominator),
            FiniteSeries(self.value(index), self.step, rest, self.denominator),
        )


class EndlessSeries(Series):
    """A quotient of polynomials."""

    __slots__ = ("_tails",)

    finite = False

    def __init__(
        self, start: Number, step: Number, numerator: fmpz_poly, denominator: fmpz_poly
    ) -> None:
        super().__init__(start, step, numerator, denominator)
        self._tails: Series | None = None

    def towards(self, direction: Number) -> Series:
        assert self.step * direction > 0, "a series without end cannot be turned around"
        return self

    def _outwards(self) -> Series:
        return self

    def reduced(self) -> Series:
        shared = self.numerator.gcd(self.denominator)
        if shared.is_one():
            return self
        numerator, denominator = self.numerator // shared, self.denominator // shared
        return Series.of(self.start, self.step, numerator, denominator)

    def _factorial_moments(self) -> tuple[Fraction, Fraction]:
        n, n1, n2 = _derivatives_at_one(self.numerator)
        d, d1, d2 = _derivatives_at_one(self.denominator)
        return (
            fraction_of(n1 * d - n * d1, d**2),
            fraction_of(n2 * d**2 - 2 * n1 * d1 * d - n * d2 * d + 2 * n * d1**2, d**3),
        )

    def weights(self, count: int) -> tuple[list[fmpz], fmpz]:
        expanded = fmpq_poly(self.numerator).mul_low(inverse(self.denominator, count), count)
        return expanded.numer().coeffs(), expanded.denom()

    def weight_at(self, index: int) -> Fraction:
        return coefficient(self.numerator, self.denominator, index) if index >= 0 else _ZERO

    def mass_from(self, index: int) -> Fraction:
        return self.mass if index <= 0 else self.tails().weight_at(index)

    def tails(self) -> Series:
        if self._tails is None:
            mass = self.mass
            rest = mass.numerator * self.denominator
            rest -= self.numerator.left_shift(1) * mass.denominator
            denominator = self.denominator * mass.denominator
            self._tails = Series.of(self.start, self.step, rest // _ONE_LESS_X, denominator)
        return self._tails

    def split(self, index: int) -> tuple[Series, Series]:
        index = max(0, index)
        if index > _FARTHEST:
            raise too_far()
        weights, denominator = self.weights(index)
        head = fmpz_poly(weights)
        rest = (self.numerator * denominator - head * self.denominator).right_shift(index)
        return (
            Series.of(self.start, self.step, head, fmpz_poly([denominator])),
            Series.of(self.value(index), self.step, rest, self.denominator * denominator).reduced(),
        )


_ZERO = Fraction(0)


def _derivatives_at_one(poly: fmpz_poly) -> tuple[fmpz, fmpz, fmpz]:
    first = poly.derivative()
    return poly(1), first(1), first.derivative()(1)


def certain(number: Number, weight: Fraction | int = 1) -> Series:
    """A series of one number."""
    weight = Fraction(weight)
    return FiniteSeries(number, 1, fmpz_poly([weight.numerator]), fmpz_poly([weight.denominator]))


def series_of(table: Mapping[Number, int], denominator: int) -> Series:
    """The shortest series that holds a table of weights; ``spacing`` says how long it gets."""
    start, step, length = spacing(table)
    places = [0] * length
    for number, weight in table.items():
        places[int((number - start) // step)] = weight
    return FiniteSeries(start, step, fmpz_poly(places), fmpz_poly([denominator]))
