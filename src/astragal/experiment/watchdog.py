"""A watchdog that stops a rule which runs for too long without a request.

A rule in an endless loop never gives control back, so another thread has to watch it. The thread
only compares the number of requests with the last one it saw, and sleeps while no rule runs. Where
no thread can be started, as in a browser, rules run without a watchdog.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from astragal.errors import RuleError
from astragal.experiment.places import raising_line, rule_error
from astragal.watch import Seconds


class OverdueError(BaseException):
    """Raised inside a rule that made no request for too long; `except Exception` misses it."""


class Watchdog:
    """Watches one run of a rule. The code that runs the rule adds a beat for each request."""

    beats = 0
    thread = 0
    seen = -1
    since = 0.0
    fired = False
    resting = False
    _depth = 0

    def __init__(self, seconds: Seconds) -> None:
        self.seconds = seconds

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Pause while arithmetic runs or a person decides: either may take long."""
        before, self.resting = self.resting, True
        try:
            yield
        finally:
            self.resting = before
            self.beats += 1

    def overdue(self, experiment: object, error: OverdueError) -> RuleError:
        """The error for a rule that was stopped."""
        return rule_error(
            "endless-loop",
            experiment,
            raising_line(error.__traceback__),
            f"was stopped: it made no request for {float(self.seconds):g} seconds",
            "if it is slow but does end, allow it more time: limits=Limits(silence=…)",
        )

    def beat(self) -> None:
        """A sign of life."""
        self.beats += 1

    def __enter__(self) -> None:
        if not self._depth:
            self.thread = threading.get_ident()
            self.seen = -1
            self.fired = False
            _GUARD.watch(self)
        self._depth += 1

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            _GUARD.release(self, raised=error_type is not None)


class _Guard:
    """The thread that watches all rules; it starts with the first one that runs."""

    _PAUSE = 0.25

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: list[Watchdog] = []
        self._needed = threading.Event()
        self._thread: threading.Thread | None = None
        self._can_start = True

    def watch(self, watchdog: Watchdog) -> None:
        with self._lock:
            self._watched.append(watchdog)
            if self._thread is None and self._can_start:
                self._start()
        if not self._needed.is_set():
            self._needed.set()

    def _start(self) -> None:
        self._needed = threading.Event()
        thread = threading.Thread(target=self._watch_all, name="astragal watchdog", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # Python in a browser has no threads
            self._can_start = False
        else:
            self._thread = thread

    def release(self, watchdog: Watchdog, *, raised: bool) -> None:
        with self._lock:
            self._watched.remove(watchdog)
        if watchdog.fired and not raised:
            # It returned as it was being stopped: catch the exception here, where it is expected.
            try:
                for _ in range(1000):
                    pass
            except OverdueError:
                pass

    def _watch_all(self) -> None:
        while True:
            self._needed.wait()
            time.sleep(self._PAUSE)
            with self._lock:
                if not self._watched:
                    self._needed.clear()
                for watchdog in self._watched:
                    self._check(watchdog)

    @staticmethod
    def _check(watchdog: Watchdog) -> None:
        now = time.monotonic()
        if watchdog.resting or watchdog.beats != watchdog.seen:
            watchdog.seen, watchdog.since = watchdog.beats, now
        elif now - watchdog.since >= watchdog.seconds:
            import ctypes  # imported late: that takes longer than most rules

            # A bare `except:` may swallow this one; it is raised again after as many seconds.
            watchdog.fired, watchdog.since = True, now
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(watchdog.thread), ctypes.py_object(OverdueError)
            )


_GUARD = _Guard()
"""One thread for all rules: starting one for each would take longer than most rules."""


def _forget_in_child() -> None:
    """Start afresh after a fork: no rule runs, and the parent may have held the lock."""
    _GUARD.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
