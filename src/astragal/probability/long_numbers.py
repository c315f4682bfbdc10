"""Long whole numbers and fractions of them: quick powers, and what arithmetic with them takes.

The weights of many dice have as many bits as the dice have faces to show. The steps here are those
of ``Budget.spend``: some three nanoseconds each.
"""

from __future__ import annotations

_LONG = 4_000
"""Powers of more bits than this are taken by FLINT."""

_POWER = 60
"""The steps of a power, however short it is; a word of it takes up to sixteen more."""

_FRACTION = 400
"""The steps of adding or multiplying two fractions, however short they are."""


def power(base: int, exponent: int) -> int:
    """A whole number multiplied by itself ``exponent`` times, 0 or more."""
    if base.bit_length() * exponent < _LONG or base in (-1, 0, 1):
        return int(base**exponent)
    from flint import fmpz

    return int(fmpz(base) ** exponent)


def steps_of_power(bits: int) -> int:
    """The steps of a ``power`` that has so many bits."""
    return _POWER + bits // 4


def steps_of_product(bits: int) -> int:
    """The steps of multiplying two whole numbers of so many bits in Python."""
    words = bits // 64
    return _POWER + words**2 // 4


def steps_of_fraction(bits: int, other: int | None = None) -> int:
    """The steps of adding or multiplying two fractions whose numbers have so many bits.

    What they have in common is found and taken out, in a time that grows with both lengths.
    """
    shorter = bits if other is None else other
    return _FRACTION + 5 * (bits // 64) * (shorter // 64) // 2
