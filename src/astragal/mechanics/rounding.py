"""Rounding a division: up in some games, down in others, never by floats."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor


def rounded_up(number: int | Fraction, divisor: int = 1) -> int:
    """The quotient rounded up, toward plus infinity: 7/2 is 4, -7/2 is -3."""
    return ceil(Fraction(number) / divisor)


def rounded_down(number: int | Fraction, divisor: int = 1) -> int:
    """The quotient rounded down, toward minus infinity: 7/2 is 3, -7/2 is -4."""
    return floor(Fraction(number) / divisor)
