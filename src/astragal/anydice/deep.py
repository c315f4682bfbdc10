"""Room for programs that set a large maximum function depth, or write very long sums."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_DEEP = 30_000
"""Frames. Those of Python functions need no stack of the machine."""
_lock = Lock()
_inside: list[int] = []
"""The limits that were found, one for each program under way: the first is the one to restore."""


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
