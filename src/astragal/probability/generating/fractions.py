"""Fractions in lowest terms, reduced by FLINT if their numbers are long."""

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
"""From this many bits on, FLINT cancels faster than Python, conversion included."""


def fraction_of(numerator: fmpz | int, denominator: fmpz | int) -> Fraction:
    """The reduced fraction of two whole numbers; the denominator must be positive."""
    if type(denominator) is int and denominator.bit_length() < _LONG:
        whole = int(numerator)
        common = gcd(whole, denominator)
        return in_lowest_terms(whole // common, denominator // common)
    from flint import fmpq

    return as_fraction(fmpq(numerator, denominator))


def as_fraction(quotient: fmpq) -> Fraction:
    return in_lowest_terms(int(quotient.p), int(quotient.q))


def difference(one: Fraction, other: Fraction) -> Fraction:
    """The difference of two fractions."""
    if one.denominator.bit_length() < _LONG or other.denominator.bit_length() < _LONG:
        return one - other
    from flint import fmpq

    return as_fraction(fmpq(*one.as_integer_ratio()) - fmpq(*other.as_integer_ratio()))


def sum_of(terms: Iterable[tuple[fmpz, fmpz]]) -> Fraction:
    """The sum of quotients given as pairs, reduced once at the end."""
    sums: dict[fmpz, fmpz] = {}
    for above, below in terms:
        sums[below] = sums.get(below, 0) + above
    common = common_multiple(sums)
    return fraction_of(sum(above * (common // below) for below, above in sums.items()), common)


_FEW = 30
"""Up to this many fractions are added without FLINT."""


def balanced_sum(terms: Iterable[tuple[int, int]]) -> Fraction:
    """The sum of very many quotients given as pairs, added pairwise in a balanced tree.

    Adding them one after another would add each term to a long number.
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
    """The least common multiple of long numbers, often with many duplicates."""
    common: fmpz | int = 1
    for number in set(numbers):
        if common % number:
            common = number * (common // number.gcd(common))
    return common


def in_lowest_terms(numerator: int, denominator: int) -> Fraction:
    """A Fraction of coprime numbers, created without Python's slow reduction."""
    result = object.__new__(Fraction)
    result._numerator = numerator  # type: ignore[attr-defined]
    result._denominator = denominator  # type: ignore[attr-defined]
    return result


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend garbage collection while very many fractions are created."""
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
    """Collect garbage only after very many new objects: odds consist of long-lived objects."""
    before = gc.get_threshold()
    if not 0 < before[0] < _OBJECTS:  # disabled, or already raised, perhaps by another thread
        yield
        return
    gc.set_threshold(_OBJECTS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
