"""Binomial coefficients one after another, each from the one before."""

from __future__ import annotations

from collections.abc import Iterator


def binomials(n: int) -> Iterator[int]:
    """The ways to choose none, one, and so on up to all of ``n``."""
    ways = 1
    yield ways
    for chosen in range(1, n + 1):
        ways = ways * (n + 1 - chosen) // chosen
        yield ways


def rising(chosen: int, most: int) -> Iterator[int]:
    """The ways to choose so many of as many, of one more, and so on up to ``most``."""
    ways = 1
    for among in range(chosen, most + 1):
        yield ways
        ways = ways * (among + 1) // (among + 1 - chosen)
