"""Ending work early: the time a call may take, and programs that cancel it.

Work checks its watch wherever it counts something, and ends there. Elsewhere it is interrupted by
another thread, which watches the call from outside.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, ParamSpec, TypeAlias, TypeVar

from astragal.errors import Hints, StoppedError
from astragal.interrupts import Interruptible

if TYPE_CHECKING:
    from fractions import Fraction

P = ParamSpec("P")
T = TypeVar("T")

Seconds: TypeAlias = "int | float | Fraction"


class Stop:
    """Stops work running in another thread. Once stopped, it stays stopped.

    Pass it to a call in its limits, and call ``now()`` when the answer is no longer wanted: the
    call ends with a StoppedError. A stop ``within`` another one is stopped along with it.

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


class InterruptedCallError(BaseException):
    """Raised inside a call that has to end, at any position; ``except Exception`` misses it."""


class Watch(Interruptible):
    """The watch of one call, started with it."""

    error = InterruptedCallError
    resting = False
    outer: Watch | None = None
    """the watch of the enclosing call"""

    def __init__(self, seconds: Seconds | None, stop: Stop | None) -> None:
        self._seconds = seconds
        self._stop = stop
        self._until = inf if seconds is None else monotonic() + float(seconds)

    def look(self, steps: int = 0) -> None:
        """Raise an error if the time is up or the work was stopped.

        Also raises it if the time will be up before ``steps`` of exact arithmetic are done: these
        may be a single call of C code, which cannot be interrupted.
        """
        if self._stop is not None and self._stop.stopped:
            raise self.stopped()
        now = monotonic()
        if now > self._until:
            raise self.stopped()
        if self._seconds is not None and steps * _STEP > self._until - now:
            raise too_slow(self._seconds, begun=False)

    def stopped(self) -> StoppedError:
        """The error that ends the work."""
        if self._stop is not None and self._stop.stopped:
            return StoppedError("stopped", "this was stopped by the program that had asked for it")
        assert self._seconds is not None
        return too_slow(self._seconds)

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Do not count the time that a person needs to decide."""
        before, rested = monotonic(), self.resting
        self.resting = True
        try:
            yield
        finally:
            self._until += monotonic() - before
            self.resting = rested

    def serves(self, seconds: Seconds | None, stop: Stop | None) -> bool:
        """True if these limits are covered, for a call inside the watched one."""
        return not self.resting and self._seconds == seconds and stop in (None, self._stop)

    # Watching a call from outside

    def next_look(self, now: float) -> float:
        return min(super().next_look(now), self._until + _GRACE - now)

    def due(self, now: float, frame: FrameType) -> bool:
        if self.resting:
            return False
        return now > self._until + _GRACE or (self._stop is not None and self._stop.stopped)

    def begin(self) -> None:
        thread = get_ident()
        self.outer = _UNDER_WAY.get(thread)
        _UNDER_WAY[thread] = self
        super().begin()

    def leave(self) -> None:
        super().leave()
        if self.outer is not None:
            _UNDER_WAY[self.thread] = self.outer
        else:
            _UNDER_WAY.pop(self.thread, None)


_GRACE = 0.03
"""Extra seconds for work to stop by itself, at a place that counts something."""

_STEP = 1.5e-9
"""Minimum seconds per step, for predicting the time that work needs: half of the usual time."""

_UNDER_WAY: dict[int, Watch] = {}
"""The watch of the innermost call in each thread."""


def watch_for(seconds: Seconds | None, stop: Stop | None) -> Watch:
    """A watch that starts now, or the present call's watch if it covers these limits."""
    outer = _UNDER_WAY.get(get_ident())
    return outer if outer is not None and outer.serves(seconds, stop) else Watch(seconds, stop)


def in_time(
    watch: Watch | None, function: Callable[P, T], /, *args: P.args, **given: P.kwargs
) -> T:
    """Call a function, interrupting it when its watch says so."""
    if watch is None or watch.thread:
        return function(*args, **given)  # part of a call that is already watched
    try:
        try:
            watch.begin()
            watch.look()
            return function(*args, **given)
        finally:
            watch.leave()
    except InterruptedCallError:
        watch.leave()
        if not watch.fired:
            raise  # meant for an outer call
    # The frames of the interrupted code are released by now, and its generators closed.
    raise watch.stopped()


def too_slow(seconds: Seconds, *, begun: bool = True) -> StoppedError:
    """The error for work that ran out of time, or would do so before it is done."""
    shown = f"{float(seconds):.3g} second{'' if seconds == 1 else 's'}"
    what = "this was stopped after" if begun else "this would take more than"
    return StoppedError(
        "too-slow",
        f"{what} {shown}, the limit on time",
        hint=Hints("to raise it: limits=Limits(seconds=…)", "ask for less"),
    )
