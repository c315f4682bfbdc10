"""Room for nested calls: loops in loops, deep recursions, very long sums."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar

T = TypeVar("T")

_DEEP = 30_000
"""The recursion limit in frames. Frames of Python functions take no machine stack."""
_lock = Lock()
_inside: list[int] = []
"""The recursion limit at the start of each running program. The first is the one to restore."""


def with_room(function: Callable[[], T]) -> T:
    """Call a function with room for thousands of nested calls.

    Python keeps the frames of calls in chunks of 16 KB. If a loop's calls cross the end of a chunk
    again and again, each of them requests a chunk from the system and releases it: a program nested
    to just that depth takes twenty times as long. The frame of this function is so large that it
    gets a chunk of its own, and nearly half of it is free for the calls inside. Pages that are
    never written take no memory.
    """
    return function()


_WORDS = 1_100_000
"""In machine words: a little more than eight of the sixteen MiB of the chunk."""
with_room.__code__ = with_room.__code__.replace(co_stacksize=_WORDS)


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise Python's recursion limit inside the block, for all threads."""
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
