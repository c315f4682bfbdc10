"""Two independent sides against each other: who ranks higher, and what is kept of both.

What is kept of a side is often coarser than its rank: degrees, but not the roll. Only where the
ranks of two kept values overlap is one rank compared with another.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias


class Ranked(NamedTuple):
    """One outcome of a side: what it is compared by, what is kept of it, and its weight."""

    rank: Any
    kept: Any
    weight: int


Faced: TypeAlias = dict[tuple[int, Any, Any], int]
"""Weights by who ranks higher (1 for us, 0 for nobody, -1 for them) and what is kept of both."""


def faced(ours: Iterable[Ranked], theirs: Iterable[Ranked]) -> Faced:
    """The weights of all pairs.

    >>> faced([Ranked(3, "a", 2), Ranked(5, "a", 1)], [Ranked(3, "b", 1)])
    {(1, 'a', 'b'): 1, (0, 'a', 'b'): 2}
    """
    found: Faced = {}
    others = _groups(theirs)
    for mine in _groups(ours):
        for other in others:
            for sign, weight in zip((1, 0, -1), mine.faced(other), strict=True):
                if weight:
                    found[sign, mine.kept, other.kept] = weight
    return found


class Ladder:
    """The ranks of a side in order, and the weight of all below each."""

    def __init__(self, weights: Mapping[Any, int]) -> None:
        self.ranks = sorted(weights)
        self.weights = [weights[rank] for rank in self.ranks]
        self.reach = [0, *accumulate(self.weights)]

    @classmethod
    def of(cls, side: Iterable[Ranked]) -> Ladder:
        """All ranks of a side, whatever is kept of them."""
        weights: dict[Any, int] = {}
        for rank, _, weight in side:
            weights[rank] = weights.get(rank, 0) + weight
        return cls(weights)

    def below(self, rank: Any) -> int:
        """The weight of all lower ranks."""
        return self.reach[bisect_left(self.ranks, rank)]

    def up_to(self, rank: Any) -> int:
        """The weight of a rank and all lower ones."""
        return self.reach[bisect_right(self.ranks, rank)]

    def against(self, rank: Any) -> dict[int, int]:
        """The weights of being higher than a rank (1), equal (0) and lower (-1)."""
        below, up_to = self.below(rank), self.up_to(rank)
        return {1: self.reach[-1] - up_to, 0: up_to - below, -1: below}


class _Group(Ladder):
    """All ranks of which the same is kept."""

    def __init__(self, kept: Any, weights: Mapping[Any, int]) -> None:
        super().__init__(weights)
        self.kept = kept

    def faced(self, other: _Group) -> tuple[int, int, int]:
        """The weights of all pairs in which this one is higher, equal and lower."""
        whole = self.reach[-1] * other.reach[-1]
        if self.ranks[0] > other.ranks[-1]:
            return whole, 0, 0
        if self.ranks[-1] < other.ranks[0]:
            return 0, 0, whole
        higher = not_lower = 0
        ranks, reach = other.ranks, other.reach
        for rank, weight in zip(self.ranks, self.weights, strict=True):
            higher += weight * reach[bisect_left(ranks, rank)]
            not_lower += weight * reach[bisect_right(ranks, rank)]
        return higher, not_lower - higher, whole - not_lower


def _groups(side: Iterable[Ranked]) -> list[_Group]:
    weights: dict[Any, dict[Any, int]] = {}
    for rank, kept, weight in side:
        ranks = weights.setdefault(kept, {})
        ranks[rank] = ranks.get(rank, 0) + weight
    return [_Group(kept, ranks) for kept, ranks in weights.items()]
