"""A bounded memory of results, safe across threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

_HEAVIEST = 50_000
"""Results of more machine words than this are not kept: they would fill the memory, and are rare."""


class Cache(Generic[T]):
    """Remembers so many results; the one not asked for longest is forgotten first."""

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            result = self._results.get(key)
            if result is not None:
                self._results.move_to_end(key)
            return result

    def put(self, key: Hashable, result: T, words: int) -> None:
        if words > _HEAVIEST:
            return
        with self._lock:
            self._results[key] = result
            if len(self._results) > self._entries:
                self._results.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._results.clear()
