"""A watchdog that stops a rule which runs for too long without making a request.

A rule in an endless loop never gives control back, so another thread watches it by comparing the
number of requests with the last count it saw. It mainly measures the rule's own CPU time, so a
busy machine or slow engine code does not trigger it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType

from astragal.errors import RuleError
from astragal.experiment.places import raising_line, rule_error
from astragal.interrupts import Interruptible, seconds_of


class OverdueError(BaseException):
    """Raised inside a rule that made no request for too long; `except Exception` misses it."""


class Watchdog(Interruptible):
    """Watches one run of a rule. The code that runs the rule adds a beat for each request."""

    error = OverdueError
    beats = 0
    seen = -1
    """the number of beats at the last check that found new ones"""
    since = 0.0
    worked = 0.0
    resting = False
    _depth = 0

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Suspend the watchdog while the engine calculates or a person decides."""
        before, self.resting = self.resting, True
        try:
            yield
        finally:
            self.resting = before
            self.beats += 1

    def due(self, now: float, frame: FrameType) -> bool:
        worked = seconds_of(self.thread)
        if self.resting or self.beats != self.seen:
            self.seen, self.since, self.worked = self.beats, now, worked
            return False
        silent = max(worked - self.worked, (now - self.since) / _WAITING)
        return silent >= self.seconds and _runs_rule(frame)

    def overdue(self, experiment: object, error: OverdueError) -> RuleError:
        """The error for a rule that was stopped."""
        return rule_error(
            "endless-loop",
            experiment,
            raising_line(error.__traceback__),
            f"was stopped: it made no request for {self.seconds} seconds",
            "if it is slow but does end, allow it more time: limits=Limits(silence=…)",
        )

    def beat(self) -> None:
        """Show that the rule is still making progress."""
        self.beats += 1

    def __enter__(self) -> None:
        if not self._depth:
            self.seen = -1
            self.begin()
        self._depth += 1

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self.leave()
            if isinstance(error, OverdueError):  # raised while the engine was running, not the rule
                raise self.overdue("a function", error) from None


_WAITING = 6
"""A rule that waits may take this many times as long as one that works."""

_PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
_RULES = tuple(os.path.join(_PACKAGE, part, "") for part in ("games", "mechanics"))
_LIBRARY = os.path.join(os.path.dirname(os.__file__), "")


def _runs_rule(frame: FrameType | None) -> bool:
    """True if a rule or a caller's function is running, rather than the engine."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(_PACKAGE):
            return name.startswith(_RULES)
        if not name.startswith((_LIBRARY, "<frozen")) or "site-packages" in name:
            return True
        frame = frame.f_back
    return False
