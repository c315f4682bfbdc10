"""How often each player may ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

PLAYERS = 10_000
"""Players who are remembered; of more, those who asked longest ago are forgotten."""


class Throttle:
    """So many questions at once, and so many a second in the long run, for each player."""

    def __init__(
        self,
        burst: float = 10,
        rate: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admits(self, player: str) -> bool:
        """Whether a player may ask now; if so, it counts."""
        now = self._clock()
        left, before = self._left.pop(player, (self._burst, now))
        left = min(self._burst, left + (now - before) * self._rate)
        admitted = left >= 1
        self._left[player] = (left - admitted, now)
        if len(self._left) > PLAYERS:
            self._left.popitem(last=False)
        return admitted
