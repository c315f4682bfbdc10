"""Many rolls at once: the values of each roll as a row of bytes.

Rows are added up by long integers: a column of a thousand bytes is one integer, so one addition
adds a thousand pairs. If the program uses NumPy, that adds up wide rows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from struct import iter_unpack, unpack
from typing import Any

_WIDE = 16
"""NumPy is faster for rows of at least this many values."""

_LANES = ((1, "B"), (2, "H"), (4, "I"))
"""Possible sizes of a sum in bytes, with the type codes of such numbers."""


class Rows:
    """``width`` values per roll; a value is its byte plus ``shift``. Immutable.

    >>> rows = Rows(bytes([6, 5, 4, 2, 1, 1, 3, 3]), width=4, most=6)
    >>> rows.totals(), rows.kept(3, highest=True).totals()
    ([17, 8], [15, 7])
    """

    __slots__ = ("cells", "most", "shift", "width")

    def __init__(self, cells: bytes, width: int, most: int, shift: int = 0) -> None:
        self.cells = cells
        self.width = width
        self.most = most
        """the greatest possible byte"""
        self.shift = shift

    def __iter__(self) -> Iterator[bytes]:
        return (row for (row,) in iter_unpack(f"{self.width}s", self.cells))

    def columns(self, start: int, count: int) -> Rows:
        """``count`` adjacent values of every row, from ``start``."""
        if count == self.width:
            return self
        cells = bytearray(len(self.cells) // self.width * count)
        for place in range(count):
            cells[place::count] = self.cells[start + place :: self.width]
        return Rows(bytes(cells), count, self.most, self.shift)

    def mapped(self, function: Callable[[int], int]) -> Rows | None:
        """A function applied to every value; None if the results do not fit into bytes."""
        results = [function(byte + self.shift) for byte in range(self.most + 1)]
        lowest = min(results)
        most = max(results) - lowest
        if most > 255:
            return None
        table = bytes(result - lowest for result in results).ljust(256, b"\0")
        return Rows(self.cells.translate(table), self.width, most, lowest)

    def kept(self, count: int, *, highest: bool) -> Rows:
        """The ``count`` highest or lowest values of every row, in any order."""
        if count >= self.width:
            return self
        first = self.width - count if highest else 0
        if (numpy := array_library()) is not None:
            grid = numpy.frombuffer(self.cells, numpy.uint8).reshape(-1, self.width)
            cells = numpy.sort(grid, axis=1)[:, first : first + count].tobytes()
        elif count == 1:
            cells = bytes(map(max if highest else min, self))
        else:
            cells = b"".join([bytes(sorted(row)[first : first + count]) for row in self])
        return Rows(cells, count, self.most, self.shift)

    def totals(self) -> list[int]:
        """The sum of each row."""
        if not self.width:
            return []
        totals = self._byte_totals()
        by = self.shift * self.width
        return [total + by for total in totals] if by else totals

    def _byte_totals(self) -> list[int]:
        if self.width >= _WIDE and (numpy := array_library()) is not None:
            grid = numpy.frombuffer(self.cells, numpy.uint8).reshape(-1, self.width)
            listed: list[int] = grid.sum(axis=1, dtype=numpy.int64).tolist()
            return listed
        size, code = next(lane for lane in _LANES if self.width * self.most < 256 ** lane[0])
        return list(unpack(f"<{len(self.cells) // self.width}{code}", self._added_up(size)))

    def _added_up(self, size: int) -> bytes:
        """The sums of all rows as bytes, ``size`` bytes per sum, little-endian."""
        count = len(self.cells) // self.width
        # The number of columns that can be added byte by byte without a carry.
        together = 255 // self.most if self.most else self.width
        total = 0
        for start in range(0, self.width, together):
            columns = range(start, min(start + together, self.width))
            some = sum(
                int.from_bytes(self.cells[place :: self.width], "little") for place in columns
            )
            spread = bytearray(count * size)
            spread[::size] = some.to_bytes(count, "little")
            total += int.from_bytes(spread, "little")
        return total.to_bytes(count * size, "little")


def array_library() -> Any:
    """NumPy if the program has already imported it; else None."""
    return sys.modules.get("numpy")
