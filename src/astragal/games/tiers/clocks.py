"""Clocks: segments that are filled one after another."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

from astragal._visible import in_short
from astragal.errors import ParameterError
from astragal.rules.types.texts import Find, Written

_WRITTEN = re.compile(r"\s*(?:(\d{1,4})\s*/\s*)?(\d{1,4})\s*", re.ASCII)
_MOST = 1000


class Clock(Written):
    """A number of segments, some of them filled; what it counts toward happens when it is full.

    >>> clock = Clock(4).tick()
    >>> print(clock, clock.full, clock.tick(3).full)
    1/4 False True
    >>> Clock.of("3/6").empty(2)
    Clock(segments=6, filled=1)
    """

    WANTED: ClassVar[str] = "a Clock, such as 4 (segments) or 1/4 (one of them filled)"

    segments: int
    filled: int = 0

    def __post_init__(self) -> None:
        if type(self.segments) is not int or not 1 <= self.segments <= _MOST:
            raise ParameterError(
                "bad-clock", f"a Clock has 1 to {_MOST:,} segments, not {in_short(self.segments)}"
            )
        if type(self.filled) is not int or not 0 <= self.filled <= self.segments:
            raise ParameterError(
                "bad-clock",
                f"a Clock of {self.segments} segments cannot have {in_short(self.filled)} filled",
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if type(value) is int:
            return cls(value)
        found = _WRITTEN.fullmatch(value)
        if found is None:
            raise ValueError(value)
        return cls(int(found[2]), int(found[1] or 0))

    @property
    def full(self) -> bool:
        return self.filled == self.segments

    @property
    def left(self) -> int:
        """The number of segments not filled yet."""
        return self.segments - self.filled

    def tick(self, segments: int = 1) -> Clock:
        """The Clock with more segments filled; a full one stays full."""
        return Clock(self.segments, min(self.segments, self.filled + _whole(segments)))

    def empty(self, segments: int = 1) -> Clock:
        """The Clock with fewer segments filled; an empty one stays empty."""
        return Clock(self.segments, max(0, self.filled - _whole(segments)))

    def __str__(self) -> str:
        return f"{self.filled}/{self.segments}"


def _whole(segments: int) -> int:
    if type(segments) is not int:
        raise ParameterError("bad-clock", f"segments are whole, not {in_short(segments)}")
    return segments
