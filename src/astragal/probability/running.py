"""Cumulative weights, for repeated queries on one list of weights."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

_MOST_BITS = 1 << 27
"""The most bits of cumulative weights that are kept: sixteen mebibytes."""

_APART = 128
"""The distance between the sums that are kept if all of them would need more than that."""


class Running:
    """Cumulative sums of weights; if they are long, only some are stored."""

    def __init__(self, weights: Sequence[int], bits: int) -> None:
        """``bits`` is the length of the longest cumulative sum."""
        self._weights = weights
        self._apart = 1 if len(weights) * bits <= _MOST_BITS else _APART
        sums = accumulate(weights, initial=0)
        self._sums = [each for place, each in enumerate(sums) if place % self._apart == 0]

    def before(self, place: int) -> int:
        """The sum of the weights before ``place``."""
        kept, more = divmod(place, self._apart)
        if not more:
            return self._sums[kept]
        return self._sums[kept] + sum(self._weights[place - more : place])

    def place_of(self, share: int) -> int:
        """The first place before which the weights add up to at least ``share``."""
        low = max(0, bisect_left(self._sums, share) - 1) * self._apart
        reached = self.before(low)
        for place in range(low, len(self._weights)):
            if reached >= share:
                return place
            reached += self._weights[place]
        return len(self._weights)
