"""Odds of evenly spaced numbers as a generating function: a quotient of polynomials.

The weight of ``start + step·i`` is the coefficient of xⁱ in ``top / bottom``. Dice that explode
without limit are such quotients, and every weight, tail and moment follows from them exactly. If
the bottom is a constant, the series is finite: parts of infinite laws may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.outcome import Number, size_of, tidy
from astragal.probability.generating import polynomials
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.generating.grids import (
    SPARSE,
    check_places,
    check_reach,
    common_divisor,
    evenly_spaced,
)
from astragal.probability.generating.polynomials import Polynomial
from astragal.probability.refusals import both_ways

if TYPE_CHECKING:
    from flint import fmpz_poly

    from astragal.probability.generating.quotients import Coefficients

_ZERO = Fraction(0)

_JOINABLE = 60
"""Denominators up to this total degree are multiplied rather than kept separate."""


class Series:
    """Evenly spaced numbers with weights, which need not add up to one. Immutable.

    ``step`` is never zero. An infinite series runs in the direction of its step.
    """

    __slots__ = ("_coefficients", "_tails", "bottom", "start", "step", "top")

    def __init__(self, start: Number, step: Number, top: Polynomial, bottom: Polynomial) -> None:
        if bottom[0] < 0:
            # Then it is negative at 1 too: there is no root in between, as the weights add up.
            top, bottom = polynomials.times_number(top, -1), polynomials.times_number(bottom, -1)
        self.start = start
        self.step = step
        self.top = top
        self.bottom = bottom
        self._tails: Series | None = None
        self._coefficients: Coefficients | None = None

    @property
    def finite(self) -> bool:
        return polynomials.length(self.bottom) == 1

    @property
    def numerator(self) -> fmpz_poly:
        return polynomials.in_flint(self.top)

    @property
    def denominator(self) -> fmpz_poly:
        return polynomials.in_flint(self.bottom)

    @property
    def degree(self) -> int:
        """The degree of the bottom."""
        return polynomials.length(self.bottom) - 1

    @property
    def length(self) -> int:
        """The number of places of a finite series; the length of the top of an infinite one."""
        return polynomials.length(self.top)

    @property
    def longest(self) -> int:
        """The length of the longer of the two polynomials."""
        return max(self.length, polynomials.length(self.bottom))

    @property
    def height(self) -> int:
        """The bit length of the longest coefficient of the bottom."""
        return polynomials.height(self.bottom)

    def value(self, index: int) -> Number:
        return tidy(self.start + self.step * index)

    def numbers(self, count: int) -> Sequence[Number]:
        """The numbers at the first places."""
        return evenly_spaced(self.start, self.step, count)

    def ends(self) -> tuple[Number, Number]:
        """The first and the last number of a finite series."""
        return self.value(self._first()), self.value(self.length - 1)

    def _first(self) -> int:
        weights = polynomials.listed(self.top)
        return next((place for place, weight in enumerate(weights) if weight), 0)

    def place(self, number: Number, *, past: bool = False) -> int:
        """The first place whose number is at or beyond ``number`` in the direction of the series.

        With ``past``, strictly beyond it.
        """
        distance = Fraction(number - self.start) / self.step
        return int(distance // 1) + 1 if past else -int(-distance // 1)

    def to_data(self) -> tuple[Number, Number, list[int], list[int]]:
        """The series as plain values, for pickling."""
        top, bottom = polynomials.listed(self.top), polynomials.listed(self.bottom)
        return self.start, self.step, top, bottom

    # On another grid

    def shifted(self, by: Number) -> Series:
        return Series(tidy(self.start + by), self.step, self.top, self.bottom)

    def scaled(self, factor: Number) -> Series:
        """Multiply every number by a nonzero factor."""
        step = tidy(self.step * factor)
        return Series(tidy(self.start * factor), step, self.top, self.bottom)

    def respaced(self, step: Number) -> Series:
        """The same series on a finer grid."""
        factor = int(self.step // step)
        if factor == 1:
            return self
        check_places(factor * self.longest)
        top, bottom = (polynomials.spread(each, factor) for each in (self.top, self.bottom))
        return Series(self.start, step, top, bottom)

    def delayed(self, places: int) -> Series:
        """The same series with empty places inserted in front."""
        start = tidy(self.start - self.step * places)
        return Series(start, self.step, polynomials.delayed(self.top, places), self.bottom)

    def towards(self, direction: Number) -> Series:
        """The same series running up or down; an infinite series must already run that way."""
        if (self.step > 0) == (direction > 0):
            return self
        assert self.finite, "a series without end cannot be turned around"
        weights = polynomials.listed(self.top)
        last = self.value(max(0, len(weights) - 1))
        return Series(last, tidy(-self.step), polynomials.trimmed(weights[::-1]), self.bottom)

    # Weights

    def weighted(self, weight: Fraction | int) -> Series:
        """Multiply every weight by a factor."""
        top = polynomials.times_number(self.top, weight.numerator)
        bottom = polynomials.times_number(self.bottom, weight.denominator)
        return Series(self.start, self.step, top, bottom)

    def reduced(self) -> Series:
        """The same series in lowest terms."""
        shared = polynomials.common_divisor(self.top, self.bottom)
        if polynomials.length(shared) == 1 and polynomials.at_one(shared) == 1:
            return self
        top, bottom = (polynomials.divided(each, shared) for each in (self.top, self.bottom))
        return Series(self.start, self.step, top, bottom)

    @property
    def mass(self) -> Fraction:
        """The sum of the weights."""
        return fraction_of(polynomials.at_one(self.top), polynomials.at_one(self.bottom))

    def moments(self) -> tuple[Fraction, Fraction]:
        """The sums of number × weight and of number² × weight."""
        first, second = self.place_moments()
        mass, start, step = self.mass, self.start, self.step
        return (
            Fraction(start * mass + step * first),
            Fraction(start**2 * mass + 2 * start * step * first + step**2 * second),
        )

    def place_moments(self) -> tuple[Fraction, Fraction]:
        """The sums of place × weight and of place² × weight."""
        # The derivatives of the generating function at 1 are the factorial moments.
        n, n1, n2 = polynomials.derivatives_at_one(self.top)
        d, d1, d2 = polynomials.derivatives_at_one(self.bottom)
        first = fraction_of(n1 * d - n * d1, d**2)
        second = fraction_of(n2 * d**2 - 2 * n1 * d1 * d - n * d2 * d + 2 * n * d1**2, d**3)
        return first, first + second

    def weights(self, count: int) -> tuple[list[int], int]:
        """The first ``count`` weights, and their denominator."""
        if self.finite:
            return polynomials.listed(self.top)[:count], polynomials.at_one(self.bottom)
        return polynomials.expanded(self.top, self.bottom, count)

    def weight_at(self, index: int) -> Fraction:
        """The weight at a place, even very far out."""
        if index < 0:
            return _ZERO
        if self.finite:
            if index >= self.length:
                return _ZERO
            return fraction_of(int(self.top[index]), polynomials.at_one(self.bottom))
        if self._coefficients is None:
            from astragal.probability.generating.quotients import Coefficients

            self._coefficients = Coefficients(self.numerator, self.denominator)
        return self._coefficients.at(index)

    def mass_from(self, index: int) -> Fraction:
        """The weight of everything from a place on, even very far out."""
        return self.mass if index <= 0 else self.tails().weight_at(index)

    def mass_of_at_least(self, number: Number, *, past: bool = False) -> Fraction:
        """The weight of ``number`` and everything above; with ``past``, without ``number``."""
        if self.step > 0:
            return self.mass_from(self.place(number, past=past))
        return self.mass - self.mass_from(self.place(number, past=not past))

    def tails(self) -> Series:
        """The series whose weight at i is the total weight from i on."""
        if self._tails is None:
            mass = self.mass
            later = polynomials.delayed(self.top, 1)
            rest = polynomials.plus(
                polynomials.times_number(self.bottom, mass.numerator),
                polynomials.times_number(later, -mass.denominator),
            )
            top = polynomials.divided(rest, [1, -1])
            bottom = polynomials.times_number(self.bottom, mass.denominator)
            self._tails = Series(self.start, self.step, top, bottom)
        return self._tails

    # Parts

    def split(self, index: int) -> tuple[Series, Series]:
        """Split into the finite series before a place and the series from there on."""
        index = max(0, index)
        if self.finite:
            weights = polynomials.listed(self.top)
            rest = Series(self.value(index), self.step, weights[index:], self.bottom)
            head = polynomials.trimmed(weights[:index])
            return Series(self.start, self.step, head, self.bottom), rest
        check_reach(index)
        listed, denominator = polynomials.expanded(self.top, self.bottom, index)
        head = polynomials.trimmed(listed)
        top = polynomials.plus(
            polynomials.times_number(self.top, denominator),
            polynomials.times_number(polynomials.times(head, self.bottom), -1),
        )
        bottom = polynomials.times_number(self.bottom, denominator)
        rest = Series(self.value(index), self.step, polynomials.advanced(top, index), bottom)
        return Series(self.start, self.step, head, [denominator]), rest.reduced()

    def cut(self, number: Number, *, past: bool = False) -> tuple[Series, Series]:
        """Split into the numbers below ``number`` and the rest; with ``past``, it is below."""
        if self.step > 0:
            return self.split(self.place(number, past=past))
        rest, lower = self.split(self.place(number, past=not past))
        return lower, rest

    # Together with others

    def union(self, other: Series) -> Series:
        """The weights of both; two infinite series must run in the same direction."""
        left, right = same_places(self, other)
        start, step = left.start, left.step
        if left.degree == right.degree and left.bottom == right.bottom:
            return Series(start, step, polynomials.plus(left.top, right.top), left.bottom)
        shared = polynomials.common_divisor(left.bottom, right.bottom)
        factor = polynomials.divided(right.bottom, shared)
        top = polynomials.plus(
            polynomials.times(left.top, factor),
            polynomials.times(right.top, polynomials.divided(left.bottom, shared)),
        )
        return Series(start, step, top, polynomials.times(left.bottom, factor)).reduced()

    def times(self, other: Series) -> Series:
        """The sum of two independent numbers; infinite series must run in the same direction."""
        left, right = on_one_grid(self, other)
        return Series(
            tidy(left.start + right.start),
            left.step,
            polynomials.times(left.top, right.top),
            polynomials.times(left.bottom, right.bottom),
        )

    def power(self, n: int) -> Series:
        """The sum of ``n`` independent numbers."""
        top, bottom = polynomials.power(self.top, n), polynomials.power(self.bottom, n)
        return Series(tidy(self.start * n), self.step, top, bottom)

    def from_zero(self) -> Series:
        """The same series on a grid from zero; all numbers must lie on one side of zero."""
        own = self._outwards() if self.finite else self
        if own.start * own.step < 0:
            raise both_ways()
        step = common_divisor(own.step, own.start) if own.start else own.step
        own = own.respaced(step if step * own.step > 0 else tidy(-step))
        ahead = int(own.start // own.step)
        check_places(ahead + own.length)
        return own.delayed(ahead)

    def _outwards(self) -> Series:
        """A finite series, running away from zero."""
        lowest, highest = sorted(self.ends())
        if lowest < 0 < highest:
            raise both_ways()
        first = self._first()
        top = polynomials.advanced(self.top, first)
        own = Series(self.value(first), self.step, top, self.bottom)
        return own.towards(1 if highest > 0 else -1)


# Two series together


def on_one_grid(a: Series, b: Series, offset: Number = 0) -> tuple[Series, Series]:
    """Both series with the same direction and step; the step also divides ``offset``."""
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
    """Both series with the same direction, and the same number at every place."""
    if a.finite and not b.finite:
        a = a.towards(b.step)
    elif b.finite:
        b = b.towards(a.step)
    a, b = on_one_grid(a, b, tidy(a.start - b.start))
    ahead = int((b.start - a.start) // a.step)
    check_places(max(a.length, b.length) + abs(ahead))
    return (a, b.delayed(ahead)) if ahead >= 0 else (a.delayed(-ahead), b)


def lengths_on_one_grid(a: Series, b: Series) -> tuple[int, int]:
    """The lengths of the polynomials of two series on a common grid."""
    step = common_divisor(a.step, b.step)
    first, second = (int(size_of(each.step) // step) * each.longest for each in (a, b))
    return first, second


def can_share(a: Series, b: Series) -> bool:
    """True if one series for both is no longer than the two."""
    distance = Fraction(a.start - b.start) / a.step
    if distance.denominator != 1 or size_of(a.step) != size_of(b.step):
        return False
    if a.finite and b.finite:
        return size_of(distance) <= a.length + b.length
    if a.finite or b.finite:
        near = a.length + b.length + a.degree + b.degree + 2
        return size_of(distance) <= SPARSE * near
    if a.step != b.step:
        return False
    if a.degree + b.degree <= _JOINABLE or a.bottom == b.bottom:
        return True
    shared = polynomials.common_divisor(a.bottom, b.bottom)
    return 2 * (polynomials.length(shared) - 1) >= min(a.degree, b.degree)
