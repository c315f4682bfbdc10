"""Polynomials with whole coefficients: Python lists, or FLINT polynomials if they are long.

A list becomes a FLINT polynomial in the first operation that FLINT performs faster, and the results
stay in FLINT. So FLINT is only loaded where it pays.
"""

from __future__ import annotations

from itertools import zip_longest
from math import gcd, lcm
from operator import add
from typing import TYPE_CHECKING, TypeAlias, Union

from astragal.probability.generating import whole

if TYPE_CHECKING:
    from flint import fmpz_poly

Polynomial: TypeAlias = Union[list[int], "fmpz_poly"]
"""The coefficients from that of x⁰ on, as a list without trailing zeros or a FLINT polynomial."""

_FEW_PRODUCTS = 2_000
"""Up to this many products of coefficients are computed in Python."""

_FEW_EXPANDED = 6_000
"""Up to this many terms of a quotient are expanded one by one in Python."""

_SHORT, _BITS = 40, 400
"""The longest divisors, and the longest numbers in bits, that Python divides by itself."""


def in_flint(poly: Polynomial) -> fmpz_poly:
    if not isinstance(poly, list):
        return poly
    from flint import fmpz_poly

    return fmpz_poly(poly)


def listed(poly: Polynomial) -> list[int]:
    return poly if isinstance(poly, list) else list(map(int, poly.coeffs()))


def length(poly: Polynomial) -> int:
    return len(poly) if isinstance(poly, list) else int(poly.length())


def height(poly: Polynomial) -> int:
    """The bit length of the longest coefficient."""
    if isinstance(poly, list):
        return max([each.bit_length() for each in poly], default=0)
    return int(poly.height_bits())


def trimmed(coefficients: list[int]) -> list[int]:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return coefficients


def plus(a: Polynomial, b: Polynomial) -> Polynomial:
    if isinstance(a, list) and isinstance(b, list):
        return trimmed([x + y for x, y in zip_longest(a, b, fillvalue=0)])
    return in_flint(a) + in_flint(b)


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    if isinstance(a, list) and isinstance(b, list) and len(a) * len(b) <= _FEW_PRODUCTS:
        return whole.product(a, b) if a and b else []
    return in_flint(a) * in_flint(b)


def times_number(a: Polynomial, factor: int) -> Polynomial:
    if factor == 1:
        return a
    return [each * factor for each in a] if isinstance(a, list) else a * factor


def power(a: Polynomial, n: int) -> Polynomial:
    if isinstance(a, list) and a:
        empty = next(place for place, each in enumerate(a) if each)
        core = a[empty:]
        terms = len(core) - core.count(0)
        if n * len(core) * terms <= _FEW_PRODUCTS:
            return [0] * (empty * n) + whole.power(core, n)
    return in_flint(a) ** n


def delayed(a: Polynomial, places: int) -> Polynomial:
    """The polynomial multiplied by a power of x."""
    if isinstance(a, list):
        return [0] * places + a if a else a
    return a.left_shift(places)


def advanced(a: Polynomial, places: int) -> Polynomial:
    """The polynomial without its first coefficients, divided by that power of x."""
    return a[places:] if isinstance(a, list) else a.right_shift(places)


def spread(a: Polynomial, factor: int) -> Polynomial:
    """Substitute a power of x for x."""
    if not isinstance(a, list):
        return a.inflate(factor)
    found = [0] * max(0, factor * (len(a) - 1) + 1)
    found[::factor] = a
    return found


def common_divisor(a: Polynomial, b: Polynomial) -> Polynomial:
    """The greatest common divisor, including that of the coefficients."""
    if isinstance(a, list) and isinstance(b, list) and a and b:
        short = len(a) + len(b) <= _SHORT and max(height(a), height(b)) <= _BITS
        if short:
            return _common_divisor(a, b)
    return in_flint(a).gcd(in_flint(b))


def _common_divisor(a: list[int], b: list[int]) -> list[int]:
    """Euclid's algorithm; every remainder is divided by the common divisor of its coefficients."""
    shared = gcd(*a, *b)
    a, b = _primitive(a), _primitive(b)
    if len(a) < len(b):
        a, b = b, a
    while len(b) > 1:
        rest = a
        while len(rest) >= len(b):
            common = gcd(rest[-1], b[-1])
            above, below = b[-1] // common, rest[-1] // common
            ahead = len(rest) - len(b)
            rest = [each * above for each in rest]
            for place, each in enumerate(b, ahead):
                rest[place] -= each * below
            trimmed(rest)
        if not rest:
            return [each * shared for each in b]
        a, b = b, _primitive(rest)
    return [shared]


def _primitive(a: list[int]) -> list[int]:
    common = gcd(*a) if a[-1] > 0 else -gcd(*a)
    return a if common == 1 else [each // common for each in a]


def divided(a: Polynomial, b: Polynomial) -> Polynomial:
    """The quotient of a polynomial and one of its divisors."""
    if isinstance(b, list) and isinstance(a, list):
        if len(b) == 1:
            return a if b[0] == 1 else [each // b[0] for each in a]
        if len(a) * len(b) <= _FEW_PRODUCTS:
            return _divided(a, b)
    return in_flint(a) // in_flint(b)


def _divided(a: list[int], b: list[int]) -> list[int]:
    rest, quotient = list(a), [0] * (len(a) - len(b) + 1)
    for place in range(len(quotient) - 1, -1, -1):
        factor = quotient[place] = rest[place + len(b) - 1] // b[-1]
        if factor:
            for at, each in enumerate(b, place):
                rest[at] -= factor * each
    return quotient


def at_one(a: Polynomial) -> int:
    """The sum of the coefficients."""
    return sum(a) if isinstance(a, list) else int(a(1))


def derivatives_at_one(a: Polynomial) -> tuple[int, int, int]:
    """The value at 1, and the values of both derivatives there."""
    if isinstance(a, list):
        first = [place * each for place, each in enumerate(a)]
        second = [(place - 1) * each for place, each in enumerate(first)]
        return sum(a), sum(first), sum(second)
    derivative = a.derivative()
    return int(a(1)), int(derivative(1)), int(derivative.derivative()(1))


def expanded(top: Polynomial, bottom: Polynomial, count: int) -> tuple[list[int], int]:
    """The first coefficients of a quotient, and their common denominator."""
    if isinstance(top, list) and isinstance(bottom, list):
        terms = [(place, each) for place, each in enumerate(bottom) if place and each]
        stride = gcd(*[place for place, _ in terms]) or 1
        if count // stride * (len(terms) + len(top)) <= _FEW_EXPANDED and bottom[0] > 0:
            return _expanded(top, bottom[0], terms, stride, count)
    from flint import fmpq_poly

    from astragal.probability.generating.quotients import inverse

    found = fmpq_poly(in_flint(top)).mul_low(inverse(in_flint(bottom), count), count)
    return list(map(int, found.numer().coeffs())), int(found.denom())


def _expanded(
    top: list[int], first: int, terms: list[tuple[int, int]], stride: int, count: int
) -> tuple[list[int], int]:
    """The same, one coefficient after another, for a divisor with constant term ``first``.

    ``terms`` are its other terms, by place; all places are multiples of ``stride``. Coefficient k
    of the inverse, times ``first`` · baseᵏ, is a whole number.
    """
    base = _growth(first, [(place // stride, each) for place, each in terms])
    factors = [
        (place // stride, each * base ** (place // stride) // first) for place, each in terms
    ]
    size = max(1, -(-count // stride))
    inverse = [1]
    for k in range(1, size):
        inverse.append(-sum([inverse[k - back] * each for back, each in factors if back <= k]))
    scale = 1
    for k in range(size - 1, -1, -1):
        inverse[k] *= scale
        scale *= base
    found = [0] * count
    for place, each in enumerate(top[:count]):
        if each:
            cells = slice(place, count, stride)
            found[cells] = list(map(add, found[cells], [each * i for i in inverse]))
    return found, first * base ** (size - 1)


def _growth(first: int, terms: list[tuple[int, int]]) -> int:
    """A number whose k-th power, times ``first``, clears the denominator of coefficient k."""
    base = 1
    for place, each in terms:
        rest = first // gcd(first, each)
        if base**place % rest:
            base = lcm(base, _root(rest, place))
    return base


def _root(number: int, n: int) -> int:
    """A small number whose n-th power is a multiple of ``number``."""
    found = 1
    for prime in _PRIMES:
        times = 0
        while number % prime == 0:
            number //= prime
            times += 1
        found *= prime ** -(-times // n)
    return found * number


_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
