"""Fractions in lowest terms, cancelled by FLINT where their numbers are long."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import fmpq, fmpz

_LONG = 1_000
"""From so many bits on FLINT cancels faster than Python, conversion included."""


def fraction_of(numerator: fmpz | int, denominator: fmpz | int) -> Fraction:
    """A fraction of whole numbers, the second of which is above 0."""
    if type(denominator) is int and denominator.bit_length() < _LONG:
        whole = int(numerator)
        common = gcd(whole, denominator)
        return in_lowest_terms(whole // common, denominator // common)
    from flint import fmpq

    return as_fraction(fmpq(numerator, denominator))


def as_fraction(quotient: fmpq) -> Fraction:
    return in_lowest_terms(int(quotient.p), int(quotient.q))


def sum_of(terms: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of quotients, given as pairs, which is cancelled once, in the end."""
    pairs = list(terms)
    below = lcm(*(denominator for _, denominator in pairs))
    return fraction_of(sum(above * (below // denominator) for above, denominator in pairs), below)


def in_lowest_terms(numerator: int, denominator: int) -> Fraction:
    """A fraction of numbers without a common divisor; looking for one takes Python long."""
    result = object.__new__(Fraction)
    result._numerator = numerator  # type: ignore[attr-defined]
    result._denominator = denominator  # type: ignore[attr-defined]
    return result
