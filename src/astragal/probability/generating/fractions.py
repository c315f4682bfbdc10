"""Fractions in lowest terms, cancelled by FLINT where their numbers are long."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from math import gcd
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


def difference(one: Fraction, other: Fraction) -> Fraction:
    """One fraction less another."""
    if one.denominator.bit_length() < _LONG or other.denominator.bit_length() < _LONG:
        return one - other
    from flint import fmpq

    return as_fraction(fmpq(*one.as_integer_ratio()) - fmpq(*other.as_integer_ratio()))


def sum_of(terms: Iterable[tuple[fmpz, fmpz]]) -> Fraction:
    """The sum of quotients, given as pairs, which is cancelled once, in the end."""
    sums: dict[fmpz, fmpz] = {}
    for above, below in terms:
        sums[below] = sums.get(below, 0) + above
    common = common_multiple(sums)
    return fraction_of(sum(above * (common // below) for below, above in sums.items()), common)


_FEW = 30
"""The sum of so few fractions needs no FLINT."""


def balanced_sum(terms: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of very many quotients, given as pairs: halves of it are added, and halves of these.

    So long numbers are rare: one after another, each term would be added to a long one.
    """
    pairs = list(terms)
    if len(pairs) <= _FEW:
        return sum((Fraction(*pair) for pair in pairs), Fraction(0))
    from flint import fmpq

    sums = [fmpq(*pair) for pair in pairs]
    while len(sums) > 1:
        odd = sums[len(sums) // 2 * 2 :]
        sums = [one + other for one, other in zip(sums[::2], sums[1::2], strict=False)] + odd
    return as_fraction(sums[0])


def common_multiple(numbers: Iterable[fmpz]) -> fmpz | int:
    """The least common multiple of long numbers, many of which may be equal."""
    common: fmpz | int = 1
    for number in set(numbers):
        if common % number:
            common = number * (common // number.gcd(common))
    return common


def in_lowest_terms(numerator: int, denominator: int) -> Fraction:
    """A fraction of numbers without a common divisor; looking for one takes Python long."""
    result = object.__new__(Fraction)
    result._numerator = numerator  # type: ignore[attr-defined]
    result._denominator = denominator  # type: ignore[attr-defined]
    return result


@contextmanager
def uncollected() -> Iterator[None]:
    """Make very many fractions without Python looking for garbage among them, again and again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


_OBJECTS = 50_000


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage only after very many new objects: odds are made of what lasts."""
    before = gc.get_threshold()
    if not 0 < before[0] < _OBJECTS:  # never, or seldom already: in another thread, perhaps
        yield
        return
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
