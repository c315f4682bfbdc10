"""Clocks: segments that are filled one after another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from astragal._value import put
from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.rules.types.texts import Find, Written

_WRITTEN = re.compile(
    r"(?:(?P<name>[^:,]*?[^:,\s]):? )??"
    r"(?:(?P<filled>\d{1,4})(?: ?/ ?| (?:out )?of ))?(?P<segments>\d{1,4})"
    r"(?: ?: ?(?P<event>.*))?",
    re.ASCII | re.IGNORECASE,
)
_HIDDEN = re.compile(r"(?:a )?hidden(?: clock)?", re.IGNORECASE)
_COUNT = re.compile(r"[0-9] ?/ ?[0-9]")
_COUNT_AT_END = re.compile(r"[0-9] ?/ ?[0-9]+$")
_MAY_COUNT = re.compile(
    r"[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|of|in|out|from|to)\b",
    re.IGNORECASE,
)
"""Matches names that may contain the number of filled segments."""
_MOST = 1000


class Clock(Written):
    """A number of segments, some of them filled; its event happens when it is full.

    >>> clock = Clock(4).tick()
    >>> print(clock, clock.full, clock.tick(3).full)
    1/4 False True
    >>> Clock.of("3/6").empty(2)
    Clock(segments=6, filled=1, name='', event='')
    >>> Clock.of("alarm 2 of 6: the guards come").tick(4).shown()
    'alarm 6/6: the guards come'
    """

    WANTED: ClassVar[str] = (
        "a Clock, such as 4 (segments), 1/4 (one of them filled) or alarm 1/4: the guards come"
    )

    segments: int
    filled: int = 0
    name: str = ""
    event: str = ""
    """the event when the Clock is full"""

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
        for field in ("name", "event"):
            object.__setattr__(self, field, _text(getattr(self, field)))
        if self.name and not self._can_be_read():
            raise ParameterError("bad-clock", f"a Clock cannot be called {in_short(self.name)}")

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Clock:
        if type(value) is int:
            return Clock(value)
        if _HIDDEN.fullmatch(" ".join(value.split())):
            return HiddenClock(0)
        found = _WRITTEN.fullmatch(" ".join(value.split()))
        if found is None:
            raise ValueError(value)
        name, event = found["name"] or "", found["event"] or ""
        if _COUNT.search(name) or _COUNT_AT_END.search(event):
            raise _unclear(
                f"{in_short(value)} reads as one Clock with two counts", "commas part Clocks"
            )
        if found["filled"] is None and _MAY_COUNT.search(name):
            raise _unclear(f"in {in_short(value)} it is not clear how many segments are filled")
        return Clock(int(found["segments"]), int(found["filled"] or 0), name, event)

    @classmethod
    def stand_in(cls) -> Clock:
        return HiddenClock(0)

    def _can_be_read(self) -> bool:
        found = _WRITTEN.fullmatch(str(self))
        return found is not None and found["name"] == self.name and not _COUNT.search(self.name)

    @property
    def hidden(self) -> bool:
        """True if only the game master knows the state of the Clock."""
        return False

    @property
    def full(self) -> bool:
        return self.filled == self.segments

    @property
    def left(self) -> int:
        """The number of segments not filled yet."""
        return self.segments - self.filled

    def tick(self, segments: int = 1) -> Clock:
        """The Clock with more segments filled; a full one stays full."""
        return self.at(min(self.segments, self.filled + _whole(segments)))

    def empty(self, segments: int = 1) -> Clock:
        """The Clock with fewer segments filled; an empty one stays empty."""
        return self.at(max(0, self.filled - _whole(segments)))

    def at(self, filled: int) -> Clock:
        """The same Clock with another number of filled segments; refused if out of range."""
        if not 0 <= filled <= self.segments:
            return Clock(self.segments, filled, self.name, self.event)  # refuses the number
        # Skip the checks, which this Clock has passed: a long Test creates very many Clocks.
        other = object.__new__(Clock)
        for name in self._positional:
            put(other, name, getattr(self, name))
        put(other, "filled", filled)
        return other

    def called(self, otherwise: str) -> str:
        """The name of the Clock, or ``otherwise`` if it has none."""
        return self.name or otherwise

    def shown(self, otherwise: str = "Clock") -> str:
        """The state of the Clock, with its event if it is full."""
        event = f": {self.event}" if self.full and self.event else ""
        return f"{self.called(otherwise)} {self.filled}/{self.segments}{event}"

    def quiet(self) -> Clock:
        """The Clock without its event, which has already been told."""
        return self.replaced(event="") if self.event else self

    def order(self) -> tuple[Any, ...]:
        """A sort key: fuller Clocks come first."""
        return (-self.filled, self.segments, self.name, self.event)

    @property
    def said(self) -> str:
        return f"{self.quiet()} ({self.event})" if self.event else str(self)

    def __str__(self) -> str:
        name, event = self.name and f"{self.name} ", self.event and f": {self.event}"
        return f"{name}{self.filled}/{self.segments}{event}"


class HiddenClock(Clock):
    """A Clock whose state the players do not know: it is never full.

    >>> Clock.of("hidden").hidden, Clock.of("hidden").tick().full
    (True, False)
    """

    def __post_init__(self) -> None:
        if (self.segments, self.filled, self.name, self.event) != (0, 0, "", ""):
            raise ParameterError("bad-clock", "a hidden Clock has nothing that can be seen")

    @property
    def hidden(self) -> bool:
        return True

    @property
    def full(self) -> bool:
        return False

    def at(self, filled: int) -> Clock:
        return self

    def shown(self, otherwise: str = "Clock") -> str:
        return f"a hidden {otherwise}"

    def __str__(self) -> str:
        return "hidden"


def _unclear(why: str, how: str = "write") -> ParameterError:
    example = "alarm 2/6: the guards come, dawn 3/4" if how != "write" else "alarm 2/6, or alarm 6"
    return ParameterError("bad-clock", why, hint=f"{how}: {example}")


def before_the_roll(clocks: Sequence[Clock]) -> tuple[Clock, ...]:
    """The location's Clocks before a roll; full ones have already told their event."""
    return tuple(clock.quiet() if clock.full else clock for clock in clocks)


def ticked(clocks: Sequence[Clock], segments: int = 1) -> tuple[Clock, ...]:
    """The visible Clocks, with more segments filled."""
    return tuple(clock.tick(segments) for clock in clocks if not clock.hidden)


def orders(clocks: Sequence[Clock]) -> tuple[Any, ...]:
    """A sort key for several Clocks."""
    return tuple(clock.order() for clock in clocks)


def _text(text: Any) -> str:
    words = " ".join(text.split()) if isinstance(text, str) else None
    if words is None or not is_visible(words):
        raise ParameterError("bad-clock", f"a Clock's name and event are texts: {in_short(text)}")
    return words


def _whole(segments: int) -> int:
    if type(segments) is not int:
        raise ParameterError("bad-clock", f"segments are whole, not {in_short(segments)}")
    return segments
