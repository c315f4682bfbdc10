"""Room for calls inside of calls: loops in loops, deep recursions, very long sums."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

T = TypeVar("T")

_DEEP = 30_000
"""Frames. Those of Python functions need no stack of the machine."""
_lock = Lock()
_inside: list[int] = []
"""The limits that were found, one for each program under way: the first is the one to restore."""


def with_room(function: Callable[[], T]) -> T:
    """What a function returns, which has room for thousands of calls inside of calls.

    Python keeps the frames of calls in chunks of 16 KB. Where the calls of a loop go to and fro
    over the end of one, each of them asks the system for a chunk and gives it back: a program that
    is nested just so deep takes twenty times as long. The frame of this function is so large that
    it gets a chunk of its own, nearly half of which is left for the calls in it; pages that nobody
    writes to take no memory.
    """
    return function()


_WORDS = 1_100_000
"""A little more than eight of the sixteen MiB of the chunk."""
with_room.__code__ = with_room.__code__.replace(co_stacksize=_WORDS)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow more calls inside of calls while this lasts, in any thread."""
    with _lock:
        _inside.append(sys.getrecursionlimit() if not _inside else _inside[0])
        sys.setrecursionlimit(max(_DEEP, _inside[0]))
    try:
        yield
    finally:
        with _lock:
            usual = _inside.pop()
            if not _inside:
                sys.setrecursionlimit(usual)
