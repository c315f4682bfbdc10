"""What ends work early: the time a call may take, and a program that wants it no more.

Work is not interrupted. It looks at its watch wherever it counts something, and ends there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from astragal.errors import Hints, StoppedError

if TYPE_CHECKING:
    from fractions import Fraction

Seconds: TypeAlias = "int | float | Fraction"


class Stop:
    """Stops work that is under way in another thread. Once stopped, it stays so.

    Give it to a call in its limits, and say ``now()`` when the answer is no longer wanted: the call
    ends with a StoppedError the next time it counts something. A stop ``within`` another one
    is stopped with it.

    >>> import astragal
    >>> stop = astragal.Stop()
    >>> stop.now()
    >>> try:
    ...     astragal.odds("10d6kh3", limits=astragal.Limits(stop=stop))
    ... except astragal.StoppedError as error:
    ...     print(error)
    this was stopped by the program that had asked for it
    """

    def __init__(self, within: Stop | None = None) -> None:
        self._within = within
        self._said = False

    def now(self) -> None:
        """Stop all work that has this stop in its limits."""
        self._said = True

    @property
    def stopped(self) -> bool:
        return self._said or (self._within is not None and self._within.stopped)


class Watch:
    """The watch of one call, which starts with it."""

    def __init__(self, seconds: Seconds | None, stop: Stop | None) -> None:
        self._seconds = seconds
        self._stop = stop
        self._until = inf if seconds is None else monotonic() + float(seconds)

    def look(self) -> None:
        """End the work, by an error, if its time is up or if nobody wants it any more."""
        if self._stop is not None and self._stop.stopped:
            raise StoppedError("stopped", "this was stopped by the program that had asked for it")
        if monotonic() > self._until:
            assert self._seconds is not None
            raise too_slow(self._seconds)

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Take no account of the time that a person needs to decide."""
        before = monotonic()
        try:
            yield
        finally:
            self._until += monotonic() - before


def too_slow(seconds: Seconds) -> StoppedError:
    """The error for work whose time is up."""
    shown = f"{float(seconds):.3g} second{'' if seconds == 1 else 's'}"
    return StoppedError(
        "too-slow",
        f"this was stopped after {shown}, the limit on time",
        hint=Hints("to raise it: limits=Limits(seconds=…)", "ask for less"),
    )
