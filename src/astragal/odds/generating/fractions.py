"""Fractions in lowest terms, cancelled by FLINT where their numbers are long."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import fmpq, fmpz

_LONG = 1_000
"""From so many bits on FLINT cancels faster than Python, conversion included."""


def fraction_of(numerator: fmpz | int, denominator: fmpz | int) -> Fraction:
    """A fraction of whole numbers."""
    if type(denominator) is int and denominator.bit_length() < _LONG:
        return Fraction(int(numerator), denominator)
    from flint import fmpq

    return as_fraction(fmpq(numerator, denominator))


def as_fraction(quotient: fmpq) -> Fraction:
    # It is in lowest terms, and looking for more to cancel takes Python long.
    result = object.__new__(Fraction)
    result._numerator = int(quotient.p)  # type: ignore[attr-defined]
    result._denominator = int(quotient.q)  # type: ignore[attr-defined]
    return result
