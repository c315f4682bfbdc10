"""Exact distances from the wishes, although a standard deviation is a square root."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, total_ordering
from math import inf

from astragal._value import Value
from astragal.probability.moments import root

_CLEARLY = 1e-12
"""Floats whose difference exceeds this, relative to their parts, are in the right order."""


@total_ordering
class Off(Value):
    """The number ``plain + times * √square``.

    >>> Off(Fraction(1)) < Off(Fraction(0), Fraction(1), Fraction(2)) < Off(Fraction(2))
    True
    >>> Off(Fraction(0), Fraction(1), Fraction(8)) == Off(Fraction(0), Fraction(2), Fraction(2))
    True
    """

    plain: Fraction = Fraction(0)
    times: Fraction = Fraction(0)
    square: Fraction = Fraction(0)

    def plus(self, other: Off) -> Off:
        """Sum of both; at most one of them may contain a root."""
        rooted = self if self.times else other
        return Off(self.plain + other.plain, rooted.times, rooted.square)

    def __float__(self) -> float:
        return self._roughly[0]

    @cached_property
    def _roughly(self) -> tuple[float, float]:
        """The number as a float, and the total size of its parts."""
        try:
            plain, rooted = float(self.plain), float(self.times) * root(self.square)
        except OverflowError:
            return inf, inf
        return plain + rooted, abs(plain) + abs(rooted)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Off) and self._compared_with(other) == 0

    def __lt__(self, other: Off) -> bool:
        return self._compared_with(other) < 0

    def __hash__(self) -> int:
        return hash(round(float(self), 6))

    def _compared_with(self, other: Off) -> int:
        """Sign of this number minus the other: by floats if they are conclusive, which is fast."""
        (ours, size), (theirs, other_size) = self._roughly, other._roughly
        if abs(ours - theirs) > _CLEARLY * (size + other_size):  # never true of infinity
            return 1 if ours > theirs else -1
        return self._exactly_compared_with(other)

    def _exactly_compared_with(self, other: Off) -> int:
        if (self.times, self.square) == (other.times, other.square):
            return _sign(self.plain - other.plain)
        ours, theirs = (_sign(each.times) * each.times**2 * each.square for each in (self, other))
        return _sign_of_roots(self.plain - other.plain, ours, -theirs)


def _sign(number: Fraction | int) -> int:
    return (number > 0) - (number < 0)


def _sign_of_roots(plain: Fraction, first: Fraction, second: Fraction) -> int:
    """Sign of ``plain + √first + √second``, where the root of -2 counts as -√2."""
    roots = _sign(first + second)  # the sign of their sum
    if not roots or not plain or roots == _sign(plain):
        return roots or _sign(plain)
    # The signs differ, so the greater square wins. The square of both roots contains a root again.
    rest = abs(first) + abs(second) - plain**2
    product = _sign(first) * _sign(second) * 4 * abs(first * second)
    return roots * (_sign(rest) if not product else _sign_of_root(rest, product))


def _sign_of_root(plain: Fraction, square: Fraction) -> int:
    """Sign of ``plain + √square``, where the root of -2 counts as -√2."""
    if _sign(plain) * _sign(square) >= 0:
        return _sign(plain) or _sign(square)
    return _sign(plain) * _sign(plain**2 - abs(square))
