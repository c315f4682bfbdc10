"""Quotients of polynomials over the integers: their coefficients, near and far, and sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from astragal.probability.generating.fractions import fraction_of
from astragal.probability.refusals import too_far

ONE = fmpz_poly([1])

fmpz(1 << 64)  # FLINT allocates 2 MB with its first long number: do so on import.


def homogeneous(poly: fmpz_poly, top: fmpz_poly, bottom: fmpz_poly, degree: int) -> fmpz_poly:
    """poly(top / bottom), multiplied by bottomᵈ for the given degree d.

    The powers are summed by halves: the lower half, plus the upper half times a power of the top.
    This takes few products, and the shorter ones have shorter numbers.
    """
    tops, bottoms = _Powers(top), _Powers(bottom)

    def summed(first: int, size: int) -> fmpz_poly:
        if size == 1:
            return fmpz_poly([poly[first]])
        lower = 1 << ((size - 1).bit_length() - 1)
        upper = size - lower
        few, many = summed(first, lower), summed(first + lower, upper)
        return few * bottoms.of(upper) + many * tops.of(lower)

    return summed(0, degree + 1)


class _Powers:
    """The powers of a polynomial, each computed once."""

    def __init__(self, poly: fmpz_poly) -> None:
        self._known = {1: poly}

    def of(self, exponent: int) -> fmpz_poly:
        if exponent not in self._known:
            half = self.of(exponent // 2)
            self._known[exponent] = half * half * self._known[1] if exponent % 2 else half * half
        return self._known[exponent]


def inverse(poly: fmpz_poly, count: int) -> fmpq_poly:
    """The first ``count`` coefficients of 1 / poly, by Newton's doubling."""
    # For dice exploding on one face, the polynomial and its inverse are in a power of x.
    dense, stride = poly.deflation()
    exact, needed = fmpq_poly(dense), -(-count // stride)
    result, done = fmpq_poly([fmpq(1, int(poly[0]))]), 1
    while done < needed:
        done = min(2 * done, needed)
        result = (result * 2 - exact.mul_low(result, done).mul_low(result, done)).truncate(done)
    return fmpq_poly(result.numer().inflate(stride), result.denom()) if stride > 1 else result


_LONGEST = 20_000_000
"""Fractions of more bits than this take too long."""


class Coefficients:
    """The coefficients of top / bottom, near and far; intermediate results are cached."""

    def __init__(self, top: fmpz_poly, bottom: fmpz_poly) -> None:
        self._top = top
        # Every coefficient only depends on every ``stride``-th one.
        self._bottom, self._stride = bottom.deflation()
        self._beginnings: dict[int, _Beginning] = {}

    def at(self, index: int) -> Fraction:
        """One coefficient, in about as many products as ``index`` has binary digits."""
        place, residue = divmod(index, self._stride)
        if place * self._bottom[0].bit_length() > _LONGEST * self._bottom.degree():
            raise too_far()
        if residue not in self._beginnings:
            top = fmpz_poly(self._top.coeffs()[residue :: self._stride])
            self._beginnings[residue] = _Beginning.of(top, self._bottom)
        return self._beginnings[residue].coefficient(place)


class _Beginning(NamedTuple):
    """The first coefficients of a quotient, and the recurrence for all others."""

    first: int
    """the place from which each coefficient follows from earlier ones by one recurrence"""
    listed: fmpq_poly
    known: int
    rule: fmpq_poly

    @classmethod
    def of(cls, top: fmpz_poly, bottom: fmpz_poly) -> _Beginning:
        degree = bottom.degree()
        first = max(0, top.degree() - degree + 1)
        count = first + degree
        listed = fmpq_poly(top).mul_low(inverse(bottom, count), count)
        return cls(first, listed, count, fmpq_poly(reversed_poly(bottom, degree), bottom[0]))

    def coefficient(self, index: int) -> Fraction:
        if index < self.known:
            return fraction_of(self.listed[index].p, self.listed[index].q)
        power = fmpq_poly([1])
        for digit in f"{index - self.first:b}":
            power = power * power % self.rule
            if digit == "1":
                power = power.left_shift(1) % self.rule
        found = fmpq(0)
        for place in range(power.length()):
            found += power[place] * self.listed[self.first + place]
        return fraction_of(found.p, found.q)


def reversed_poly(poly: fmpz_poly, degree: int) -> fmpz_poly:
    """xᵈ · poly(1/x) for the given degree d."""
    weights = poly.coeffs()
    return fmpz_poly([fmpz(0)] * (degree + 1 - len(weights)) + weights[::-1])


def reversed_fractions(poly: fmpq_poly, degree: int) -> fmpq_poly:
    return fmpq_poly(reversed_poly(poly.numer(), degree), poly.denom())


def power_sums(poly: fmpz_poly, count: int) -> list[fmpq]:
    """The sums of the first ``count`` powers of the reciprocals of the roots; no root is 0."""
    logarithm = fmpq_poly(poly.derivative()).mul_low(inverse(poly, count), count)
    sums = [-c for c in logarithm.coeffs()]
    return sums + [fmpq(0)] * (count - len(sums))


def from_power_sums(sums: Sequence[fmpq]) -> fmpz_poly:
    """The polynomial c·Π(1 - λx) with these power sums of λ, by Newton's identities."""
    coefficients = [fmpq(1)]
    for k in range(1, len(sums) + 1):
        total = fmpq(0)
        for i in range(1, k + 1):
            total -= coefficients[k - i] * sums[i - 1]
        coefficients.append(total / k)
    return fmpq_poly(coefficients).numer()


def sections(
    top: fmpz_poly, bottom: fmpz_poly, modulus: int
) -> Iterable[tuple[fmpz_poly, fmpz_poly]]:
    """For every residue r, the quotient whose coefficients are those at r, r + modulus, …"""
    if bottom.degree() == 0:
        return [(fmpz_poly(top.coeffs()[r::modulus]), bottom) for r in range(modulus)]
    degree = bottom.degree()
    sums = power_sums(bottom, modulus * degree)[modulus - 1 :: modulus]
    section = from_power_sums(sums)
    # Rewrite the quotient with a denominator in x to the power of the modulus.
    widened = fmpq_poly(section.inflate(modulus))
    factor = widened // fmpq_poly(bottom)
    widened_top = (fmpq_poly(top) * factor).coeffs()
    return [
        (part.numer(), section * part.denom())
        for part in (fmpq_poly(widened_top[residue::modulus]) for residue in range(modulus))
    ]
