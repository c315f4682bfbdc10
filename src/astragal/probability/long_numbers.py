"""Long whole numbers and fractions: fast powers, and the cost of arithmetic.

The weights of many dice have many bits. Costs are steps of ``Budget.spend``, about three
nanoseconds each.
"""

from __future__ import annotations

_LONG = 4_000
"""Powers of more bits than this are computed by FLINT."""

_POWER = 60
"""The minimum steps of a power; a machine word takes up to sixteen more."""

_FRACTION = 400
"""The minimum steps of adding or multiplying two fractions."""


def power(base: int, exponent: int) -> int:
    """``base ** exponent`` for whole numbers; the exponent is 0 or more."""
    if base.bit_length() * exponent < _LONG or base in (-1, 0, 1):
        return int(base**exponent)
    from flint import fmpz

    return int(fmpz(base) ** exponent)


def steps_of_power(bits: int) -> int:
    """The steps of a ``power`` with a result of ``bits`` bits."""
    return _POWER + bits // 4


def steps_of_product(bits: int) -> int:
    """The steps of multiplying two whole numbers of ``bits`` bits in Python."""
    words = bits // 64
    return _POWER + words**2 // 4


def steps_of_fraction(bits: int, other: int | None = None) -> int:
    """The steps of adding or multiplying two fractions of ``bits`` and ``other`` bits.

    Cancelling common factors takes time that grows with both lengths.
    """
    shorter = bits if other is None else other
    return _FRACTION + 5 * (bits // 64) * (shorter // 64) // 2
