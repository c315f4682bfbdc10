"""Sequences of binomial coefficients, each computed from the previous one."""

from __future__ import annotations

from collections.abc import Iterator


def binomials(n: int) -> Iterator[int]:
    """The binomial coefficients C(n, 0) to C(n, n)."""
    ways = 1
    yield ways
    for chosen in range(1, n + 1):
        ways = ways * (n + 1 - chosen) // chosen
        yield ways


def rising(chosen: int, most: int) -> Iterator[int]:
    """The binomial coefficients C(chosen, chosen), C(chosen + 1, chosen), … C(most, chosen)."""
    ways = 1
    for among in range(chosen, most + 1):
        yield ways
        ways = ways * (among + 1) // (among + 1 - chosen)
