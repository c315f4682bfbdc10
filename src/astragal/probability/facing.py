"""Two independent sides compared by rank: who is higher, and the data kept for both sides.

The data kept is often coarser than the rank: degrees of success, but not the roll. Single ranks are
compared only where the rank ranges of two kept values overlap.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias


class Ranked(NamedTuple):
    """One outcome of a side: its rank, the data kept for it, and its weight."""

    rank: Any
    kept: Any
    weight: int


Faced: TypeAlias = dict[tuple[int, Any, Any], int]
"""Weights by who ranks higher (1 for us, 0 for a tie, -1 for them) and what each side keeps."""


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
    """The ranks of a side in order, with cumulative weights."""

    def __init__(self, weights: Mapping[Any, int]) -> None:
        self.ranks = sorted(weights)
        self.weights = [weights[rank] for rank in self.ranks]
        self.reach = [0, *accumulate(self.weights)]

    @classmethod
    def of(cls, side: Iterable[Ranked]) -> Ladder:
        """The ranks of a side, ignoring the kept data."""
        weights: dict[Any, int] = {}
        for rank, _, weight in side:
            weights[rank] = weights.get(rank, 0) + weight
        return cls(weights)

    def below(self, rank: Any) -> int:
        """The weight of all lower ranks."""
        return self.reach[bisect_left(self.ranks, rank)]

    def up_to(self, rank: Any) -> int:
        """The weight of this rank and all lower ranks."""
        return self.reach[bisect_right(self.ranks, rank)]

    def against(self, rank: Any) -> dict[int, int]:
        """The weights of being higher (1), equal (0) or lower (-1) than a rank."""
        below, up_to = self.below(rank), self.up_to(rank)
        return {1: self.reach[-1] - up_to, 0: up_to - below, -1: below}


class _Group(Ladder):
    """All ranks with the same kept data."""

    def __init__(self, kept: Any, weights: Mapping[Any, int]) -> None:
        super().__init__(weights)
        self.kept = kept

    def faced(self, other: _Group) -> tuple[int, int, int]:
        """The weights of all pairs in which this group is higher, equal and lower."""
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
