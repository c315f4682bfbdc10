"""A watch over rules: one that runs on without asking for anything is stopped, and said to be at fault.

A loop that never asks never comes back to us, so another thread looks on. It does nothing but compare a
count with what it was a moment ago, and it sleeps while no rule is at work.
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
    """Raised inside a rule that has asked for nothing for too long; no `except Exception` stops it."""


class Watch:
    """While a rule is at work; whoever drives it counts a beat for everything it asks."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self.beats = 0
        self.thread = 0
        self.seen = -1
        self.since = 0.0
        self.fired = False
        self.resting = False
        self._depth = 0

    @contextmanager
    def rest(self) -> Iterator[None]:
        """While no rule is at work but arithmetic, or somebody who thinks: that may take its time."""
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
            f"asked for nothing for {self.seconds} seconds, so it was stopped",
            "if it only takes long: limits=Limits(silence=…)",
        )

    def __enter__(self) -> None:
        if not self._depth:
            self.thread = threading.get_ident()
            self.seen = -1
            self.fired = False
            _WATCHMAN.watch(self)
        self._depth += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            _WATCHMAN.release(self, raised=kind is not None)


class _Watchman:
    """The thread that looks on, started when the first rule is at work."""

    _PAUSE = 0.25

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: list[Watch] = []
        self._needed = threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, watch: Watch) -> None:
        with self._lock:
            self._watched.append(watch)
            # A child process has none of its parent's threads.
            if self._thread is None or not self._thread.is_alive():
                self._needed = threading.Event()
                self._thread = threading.Thread(
                    target=self._look_on, name="astragal watch", daemon=True
                )
                self._thread.start()
        if not self._needed.is_set():
            self._needed.set()

    def release(self, watch: Watch, *, raised: bool) -> None:
        with self._lock:
            self._watched.remove(watch)
        if watch.fired and not raised:
            # It was stopped just as it came back: take the exception here, where it is expected.
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
                for watch in self._watched:
                    self._look_at(watch)

    @staticmethod
    def _look_at(watch: Watch) -> None:
        now = time.monotonic()
        if watch.resting or watch.beats != watch.seen:
            watch.seen, watch.since = watch.beats, now
        elif now - watch.since >= watch.seconds:
            import ctypes  # only now: loading it takes longer than most rules

            # Again and again, if it must be: a bare `except:` may swallow the first.
            watch.fired, watch.since = True, now
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(watch.thread), ctypes.py_object(OverdueError)
            )


_WATCHMAN = _Watchman()
"""One for all rules: starting a thread for each would cost more than most of them."""


def _forget_in_child() -> None:
    """A child begins with nothing at work; its parent's lock may have been held when it was made."""
    _WATCHMAN.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
