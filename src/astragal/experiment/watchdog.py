"""A watchdog for rules: one that runs on without asking for anything is stopped and named.

A loop that never asks never returns to us, so another thread looks on. It only compares a count with what
it was a moment ago, and sleeps while no rule is running. Where no thread can be started, as in a browser,
nobody looks on and everything else works.
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


class OverdueError(BaseException):
    """Raised inside a rule that has asked for nothing for too long; no `except Exception` catches it."""


class Watchdog:
    """Guards one run of a rule: whoever drives the rule counts a beat for each of its requests."""

    beats = 0
    thread = 0
    seen = -1
    since = 0.0
    fired = False
    resting = False
    _depth = 0

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds

    @contextmanager
    def rest(self) -> Iterator[None]:
        """While no rule runs, but arithmetic or a person at the keyboard: either may take its time."""
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
            f"was stopped: it asked for nothing for {self.seconds} seconds",
            "if it only takes long: limits=Limits(silence=…)",
        )

    def __enter__(self) -> None:
        if not self._depth:
            self.thread = threading.get_ident()
            self.seen = -1
            self.fired = False
            _GUARD.watch(self)
        self._depth += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            _GUARD.release(self, raised=kind is not None)


class _Guard:
    """The thread that looks on, started with the first rule that runs."""

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
            # A child process has none of its parent's threads.
            if self._can_start and (self._thread is None or not self._thread.is_alive()):
                self._start()
        if not self._needed.is_set():
            self._needed.set()

    def _start(self) -> None:
        self._needed = threading.Event()
        thread = threading.Thread(target=self._look_on, name="astragal watchdog", daemon=True)
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
            # It was stopped just as it returned: take the exception here, where it is expected.
            try:
                for _ in range(1000):
                    pass
            except OverdueError:
                pass

    def _look_on(self) -> None:
        while True:
            self._needed.wait()
            time.sleep(self._PAUSE)
            with self._lock:
                if not self._watched:
                    self._needed.clear()
                for watchdog in self._watched:
                    self._look_at(watchdog)

    @staticmethod
    def _look_at(watchdog: Watchdog) -> None:
        now = time.monotonic()
        if watchdog.resting or watchdog.beats != watchdog.seen:
            watchdog.seen, watchdog.since = watchdog.beats, now
        elif now - watchdog.since >= watchdog.seconds:
            import ctypes  # only now: loading it takes longer than most rules

            # More than once, if need be: a bare `except:` may swallow the first.
            watchdog.fired, watchdog.since = True, now
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(watchdog.thread), ctypes.py_object(OverdueError)
            )


_GUARD = _Guard()
"""One for all rules: starting a thread for each would cost more than most of them."""


def _forget_in_child() -> None:
    """A child starts with nothing running; its parent's lock may have been held when it was forked."""
    _GUARD.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
