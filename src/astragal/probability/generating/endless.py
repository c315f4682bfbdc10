"""Endless series: quotients of polynomials, for dice that explode without limit."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq_poly, fmpz, fmpz_poly

from astragal.outcome import Number, tidy
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.generating.grids import check_reach
from astragal.probability.generating.quotients import Coefficients, inverse
from astragal.probability.generating.series import Series

_ONE_LESS_X = fmpz_poly([1, -1])
_ZERO = Fraction(0)


class EndlessSeries(Series):
    """A quotient of polynomials."""

    __slots__ = ("_coefficients", "_denominator", "_numerator", "_tails")

    finite = False

    def __init__(
        self, start: Number, step: Number, numerator: fmpz_poly, denominator: fmpz_poly
    ) -> None:
        self.start = start
        self.step = step
        self._numerator = numerator
        self._denominator = denominator
        self._tails: Series | None = None
        self._coefficients: Coefficients | None = None

    @property
    def numerator(self) -> fmpz_poly:
        return self._numerator

    @property
    def denominator(self) -> fmpz_poly:
        return self._denominator

    @property
    def length(self) -> int:
        return int(self.numerator.length())

    @property
    def longest(self) -> int:
        return int(max(self.numerator.length(), self.denominator.length()))

    @property
    def height(self) -> int:
        return int(self.denominator.height_bits())

    # On another grid

    def shifted(self, by: Number) -> Series:
        start = tidy(self.start + by)
        return EndlessSeries(start, self.step, self.numerator, self.denominator)

    def scaled(self, factor: Number) -> Series:
        start, step = tidy(self.start * factor), tidy(self.step * factor)
        return EndlessSeries(start, step, self.numerator, self.denominator)

    def _spread(self, factor: int, step: Number) -> Series:
        inflated = (each.inflate(factor) for each in (self.numerator, self.denominator))
        return EndlessSeries(self.start, step, *inflated)

    def delayed(self, places: int) -> Series:
        start = tidy(self.start - self.step * places)
        numerator = self.numerator.left_shift(places)
        return EndlessSeries(start, self.step, numerator, self.denominator)

    def towards(self, direction: Number) -> Series:
        assert self.step * direction > 0, "a series without end cannot be turned around"
        return self

    def _outwards(self) -> Series:
        return self

    # Weights

    def weighted(self, weight: Fraction | int) -> Series:
        numerator = self.numerator * weight.numerator
        denominator = self.denominator * weight.denominator
        return EndlessSeries(self.start, self.step, numerator, denominator)

    @property
    def mass(self) -> Fraction:
        return fraction_of(self.numerator(1), self.denominator(1))

    def reduced(self) -> Series:
        shared = self.numerator.gcd(self.denominator)
        if shared.is_one():
            return self
        numerator, denominator = self.numerator // shared, self.denominator // shared
        return Series.of(self.start, self.step, numerator, denominator)

    def place_moments(self) -> tuple[Fraction, Fraction]:
        # The derivatives of the generating function at 1 are the factorial moments.
        n, n1, n2 = _derivatives_at_one(self.numerator)
        d, d1, d2 = _derivatives_at_one(self.denominator)
        first = fraction_of(n1 * d - n * d1, d**2)
        second = fraction_of(n2 * d**2 - 2 * n1 * d1 * d - n * d2 * d + 2 * n * d1**2, d**3)
        return first, first + second

    def weights(self, count: int) -> tuple[list[int], int]:
        expanded = self._first(count)
        return list(map(int, expanded.numer().coeffs())), int(expanded.denom())

    def _first(self, count: int) -> fmpq_poly:
        """The first ``count`` weights as a polynomial."""
        return fmpq_poly(self.numerator).mul_low(inverse(self.denominator, count), count)

    def weight_at(self, index: int) -> Fraction:
        if index < 0:
            return _ZERO
        if self._coefficients is None:
            self._coefficients = Coefficients(self.numerator, self.denominator)
        return self._coefficients.at(index)

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

    def power(self, n: int) -> Series:
        numerator, denominator = self.numerator**n, self.denominator**n
        return EndlessSeries(tidy(self.start * n), self.step, numerator, denominator)

    def split(self, index: int) -> tuple[Series, Series]:
        index = max(0, index)
        check_reach(index)
        first = self._first(index)
        head, denominator = first.numer(), first.denom()
        rest = (self.numerator * denominator - head * self.denominator).right_shift(index)
        return (
            Series.of(self.start, self.step, head, fmpz_poly([denominator])),
            Series.of(self.value(index), self.step, rest, self.denominator * denominator).reduced(),
        )


def _derivatives_at_one(poly: fmpz_poly) -> tuple[fmpz, fmpz, fmpz]:
    first = poly.derivative()
    return poly(1), first(1), first.derivative()(1)
