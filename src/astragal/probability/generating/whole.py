"""Products and powers of polynomials with whole coefficients, in plain Python.

Each function is the fastest way for some sizes and shapes; FLINT handles the others. A polynomial
is the list of its coefficients, lowest power first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, repeat
from operator import mul, sub
from typing import TypeAlias

Polynomial: TypeAlias = Sequence[int]

Steps: TypeAlias = list[tuple[int, int]]
"""The places where weights change, with the change; after the last weight they drop to 0."""


def is_fair(weights: Polynomial) -> bool:
    """True if there are weights and all are equal."""
    return bool(weights) and weights.count(weights[0]) == len(weights)


def product(a: Polynomial, b: Polynomial) -> list[int]:
    """The product, each coefficient as a sum of products."""
    if len(a) < len(b):
        a, b = b, a
    size, backwards = len(b), b[::-1]
    head = [sum(map(mul, a, backwards[size - 1 - place :])) for place in range(size - 1)]
    rest = [sum(map(mul, a[place:], backwards)) for place in range(len(a))]
    return head + rest


def packed(weights: Polynomial, size: int) -> int:
    """The polynomial's value at x = 256 to the power of ``size``: ``size`` bytes per weight."""
    return int.from_bytes(b"".join([each.to_bytes(size, "little") for each in weights]), "little")


def unpacked(number: int, size: int) -> list[int]:
    """The inverse of ``packed``. Weights must be nonnegative and fit into ``size`` bytes."""
    bits = 8 * size
    whole = number.to_bytes(-(-number.bit_length() // bits) * size, "little")
    return [int.from_bytes(whole[at : at + size], "little") for at in range(0, len(whole), size)]


def product_of_terms(a: Polynomial, b: Polynomial) -> list[int]:
    """The product of polynomials with few, scattered terms, term by term."""
    terms = [(place, weight) for place, weight in enumerate(b) if weight]
    found = [0] * (len(a) + len(b) - 1)
    for start, factor in enumerate(a):
        if factor:
            for place, weight in terms:
                found[start + place] += factor * weight
    return found


def power_of_terms(weights: Polynomial, n: int) -> list[int]:
    """The power of a polynomial of few, scattered terms, by repeated products; n is at least 1."""
    found = list(weights)
    for _ in range(n - 1):
        found = product_of_terms(found, weights)
    return found


def times_fair(weights: Polynomial, sides: int) -> list[int]:
    """The product with 1 + x + … (``sides`` terms), by sums over a sliding window."""
    reach = list(accumulate(weights))
    reach += repeat(reach[-1], sides - 1)
    return reach[:sides] + list(map(sub, reach[sides:], reach))


def fair_power(sides: int, n: int) -> list[int]:
    """The power P = ((1 - xˢ) / (1 - x))ⁿ, for n dice with s sides.

    Its derivative is P' = n·P·(1/(1 - x) - s·xˢ⁻¹/(1 - xˢ)). Multiplied by both denominators, this
    relates four coefficients. The second half mirrors the first.
    """
    if n == 2:
        return [*range(1, sides), *range(sides, 0, -1)]
    last = n * (sides - 1)
    # Leading zeros let the first coefficients follow from earlier ones too.
    found = [0] * (sides + 1) + [1]
    coefficient = 1
    nearest, further, furthest = n - 1, -sides * (n + 1), last + sides + 1
    for place in range(1, last // 2 + 1):
        coefficient = (
            (nearest + place) * coefficient
            + (further + place) * found[place + 1]
            + (furthest - place) * found[place]
        ) // place
        found.append(coefficient)
    half = found[sides + 1 :]
    return half + half[-1 - (last + 1) % 2 :: -1]


def power(weights: Polynomial, n: int) -> list[int]:
    """The power Q = Pⁿ of a polynomial with P(0) ≠ 0, each coefficient from earlier ones.

    P·Q' = n·P'·Q relates a coefficient of Q to as many earlier ones as P has terms.
    """
    first, reach = weights[0], len(weights) - 1
    terms = [(place, weight) for place, weight in enumerate(weights) if place and weight]
    factors = [(reach - place, (n + 1) * place * weight, weight) for place, weight in terms]
    found = [0] * reach + [first**n]
    for place in range(1, n * reach + 1):
        total = 0
        for back, ahead, weight in factors:
            total += (ahead - place * weight) * found[place + back]
        found.append(total // (place * first))
    return found[reach:]


def steps(weights: Polynomial) -> Steps:
    """The places where the weight changes, and the change at each."""
    changes = map(sub, chain(weights, (0,)), chain((0,), weights))
    return [(place, change) for place, change in enumerate(changes) if change]


def power_of_steps(found: Steps, n: int) -> list[int]:
    """The power of weights that change at few places; the first change must be at place 0.

    P = A / (1 - x), where A holds the changes. So Q = Pⁿ satisfies A·(1 - x)·Q' = n·(A'·(1 - x) +
    A)·Q, which relates a coefficient of Q to a few earlier ones.
    """
    terms: dict[int, tuple[int, int]] = {}
    for place, change in found:
        for ahead, ours, theirs in (
            (place, n * place * change, change),
            (place + 1, n * (1 - place) * change, -change),
        ):
            one, other = terms.get(ahead, (0, 0))
            terms[ahead] = one + ours, other + theirs
    first, reach = found[0][1], max(terms)
    factors = [
        (reach - ahead, ours + ahead * theirs, theirs)
        for ahead, (ours, theirs) in terms.items()
        if ahead
    ]
    result = [0] * reach + [first**n]
    for place in range(1, n * (found[-1][0] - 1) + 1):
        total = 0
        for back, ours, theirs in factors:
            total += (ours - place * theirs) * result[place + back]
        result.append(total // (place * first))
    return result[reach:]
