"""Interrupts Python code running in a thread, watched by another thread.

The watching thread sleeps until something may be due, then raises an exception in the thread that
exceeds its time. C code is not interrupted: the exception waits until it returns. Where threads are
unavailable, as in a browser, work is never interrupted and only ends where it checks its watch.
"""

from __future__ import annotations

import os
import sys
import time
from _thread import allocate_lock, get_ident, start_new_thread
from contextlib import suppress
from math import inf
from time import monotonic
from types import FrameType
from typing import ClassVar

_PAUSE = 0.25
"""Seconds between two looks at the watched work."""
_SOONEST = 0.005
_AGAIN = 0.2
"""CPU seconds after which a swallowed exception is raised again."""


class Interruptible:
    """Work in one thread, between ``begin`` and ``leave``, that is interrupted when due.

    This works without a lock, which an exception could leave locked: ``over`` means that the work
    has ended, ``firing`` that the other thread is about to raise an exception.
    """

    error: ClassVar[type[BaseException]]
    """the exception raised in the work; ``except Exception`` does not catch it"""
    thread = 0
    over = False
    fired = False
    firing = False
    spent = 0.0
    """CPU seconds of the thread when the exception was raised"""

    def next_look(self, now: float) -> float:
        """Seconds from now until it may be due."""
        return _PAUSE

    def due(self, now: float, frame: FrameType) -> bool:
        """True to interrupt it now, while its thread is at this frame."""
        raise NotImplementedError

    def begin(self) -> None:
        """Start watching it."""
        self.thread = get_ident()
        self.over = self.fired = False
        _GUARD.add(self)

    def leave(self) -> None:
        """Stop watching it; nothing is raised for it afterwards. May be called twice."""
        self.over = True
        _GUARD.watched.pop(id(self), None)
        while self.firing:
            time.sleep(0)
        if self.fired:
            # It may have ended just as it was interrupted: a pending exception arrives at a jump
            # back. Cancelling it would leave its signal set, which makes Python 3.11 hang where it
            # is traced.
            try:
                for _ in range(100):
                    pass
            except self.error:
                pass


class _Guard:
    """The thread that watches all work; it starts with the first."""

    def __init__(self) -> None:
        self.watched: dict[int, Interruptible] = {}
        self._next = inf
        """time of the next look; infinite while the thread sleeps"""
        self._bell = allocate_lock()
        self._bell.acquire()
        self._starting = allocate_lock()

    def add(self, work: Interruptible) -> None:
        self.watched[id(work)] = work
        if self._next < inf:
            now = monotonic()
            if now + work.next_look(now) >= self._next:
                return
        if not self._starting.locked() and self._starting.acquire(blocking=False):
            self._start()
        with suppress(RuntimeError):  # it is already ringing
            self._bell.release()

    def _start(self) -> None:
        with suppress(RuntimeError):  # Python in a browser has no threads
            start_new_thread(self._watch, ())

    def _watch(self) -> None:
        while True:
            now = monotonic()
            looks = [work.next_look(now) for work in self.watched.copy().values()]
            self._next = now + max(_SOONEST, min(looks)) if looks else inf
            if looks or not self.watched:
                self._bell.acquire(timeout=self._next - now if looks else -1)
            for work in self.watched.copy().values():
                self._look_at(work)

    def _look_at(self, work: Interruptible) -> None:
        # The watched thread stays where it is between this look and the exception.
        frame = sys._current_frames().get(work.thread)
        if frame is None:  # its thread has ended
            self.watched.pop(id(work), None)
        elif work.due(monotonic(), frame) and not _is_delicate(frame):
            self._fire(work)

    def _fire(self, work: Interruptible) -> None:
        spent = seconds_of(work.thread)
        if work.fired and spent - work.spent < _AGAIN:
            return
        work.firing = True
        if not work.over:
            work.fired, work.spent = True, spent
            _raise_in(work.thread, work.error)
        work.firing = False


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an exception in a thread."""
    import ctypes  # imported here because this takes longer than most calls that are watched

    prototype = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_ulong, ctypes.py_object)
    prototype(("PyThreadState_SetAsyncExc", ctypes.pythonapi))(thread, error)


def seconds_of(thread: int) -> float:
    """CPU seconds of a running thread if the system provides them; else the clock."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return monotonic()
    return time.clock_gettime(time.pthread_getcpuclockid(thread))


_DELICATE = (
    "<frozen importlib",
    f"{os.sep}threading.py",
    os.path.join(os.sep, "coverage", "collector.py"),
    os.path.join(os.sep, "conjecture", "junkdrawer.py"),
)
"""Code that must not be interrupted: an import would leave half-made modules, a lock could stay
locked, and callbacks of the garbage collector, such as Hypothesis's, print the error and go on."""
_BEGINNINGS = ("run", "_bootstrap", "_bootstrap_inner")
"""Functions of ``threading.py`` that begin every thread."""


def _is_delicate(frame: FrameType | None) -> bool:
    """True if a thread must not be interrupted at this frame."""
    while frame is not None:
        code = frame.f_code
        if any(each in code.co_filename for each in _DELICATE):
            return code.co_name not in _BEGINNINGS
        frame = frame.f_back
    return False


_GUARD = _Guard()
"""One thread for all work, because starting a thread takes longer than most rolls."""


def _forget_in_child() -> None:
    """Start afresh after a fork, which only keeps the forking thread."""
    _GUARD.__init__()  # type: ignore[misc]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
