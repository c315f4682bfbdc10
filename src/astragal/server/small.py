"""Small questions: answered where they arrive, under limits that take about a millisecond.

What such a limit refuses is no answer for anybody, so it is not an ``AstragalError``: nothing on
the way can take it for one, and leave a part of an answer out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from astragal.die import Die
from astragal.errors import LimitError
from astragal.limits import Limits
from astragal.rolling.sources import CheckedSource, Source, trusted

_SMALL = {
    "dice": 200,
    "extra_dice": 200,
    "results": 50,
    "work": 2_000,
    "odds": 150_000,
    "paths": 100,
    "asks": 100,
    "states": 50,
    "cells": 1,
    "written": 500,
}
"""What about a millisecond is enough for."""


class NotSmallError(BaseException):
    """The question takes longer than that; ``except Exception`` misses it."""


class SmallLimits(Limits):
    """Limits whose smallest parts are no refusal, but a reason to ask elsewhere."""

    def exceeded(self, limit: str, *args: Any, **more: Any) -> LimitError:
        if limit in _SMALL:
            raise NotSmallError(limit)
        return super().exceeded(limit, *args, **more)


def small(limits: Limits) -> SmallLimits:
    """The limits for questions that are answered at once, none of them above those given."""
    given = {name: getattr(limits, name) for name in Limits._positional}
    return SmallLimits(**given | {name: min(given[name], most) for name, most in _SMALL.items()})


class Drawn(NamedTuple):
    """Faces that were drawn, and for which dice."""

    die: Die
    asked: int
    faces: Sequence[int]


class WatchedSource(CheckedSource):
    """A source that remembers what it gave.

    A roll that turns out not to be small goes on elsewhere with the faces it has: to roll anew
    would make long rolls rarer than they are.
    """

    __slots__ = ("drawn",)

    def __init__(self, source: Source) -> None:
        super().__init__(trusted(source))
        self.drawn: list[Drawn] = []

    def draw(self, die: Die, count: int) -> Sequence[int]:
        faces = self._source.draw(die, count)
        self.drawn.append(Drawn(die, count, faces))
        return faces


class ContinuedSource:
    """A source that first gives the faces which were drawn elsewhere, in the same order."""

    def __init__(self, drawn: Sequence[Drawn], source: Source) -> None:
        self._drawn = iter(drawn)
        self._source = source

    def draw(self, die: Die, count: int) -> Sequence[int]:
        before = next(self._drawn, None)
        if before is None:
            return self._source.draw(die, count)
        assert (before.die, before.asked) == (die, count), "the same question draws the same dice"
        return before.faces
