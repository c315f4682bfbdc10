"""Draws a caret under a position in any text, even on a narrow screen."""

from __future__ import annotations

import unicodedata

from astragal._visible import is_visible
from astragal.errors import Span

_WIDE = frozenset("WF")


def draw_caret(text: str, span: Span, width: int, *, ascii_only: bool = False) -> str:
    """Two lines of at most ``width`` columns: the text around the position, and carets."""
    start = min(max(span.start, 0), len(text))
    end = min(max(span.end, start), len(text))
    # Only text near the position can be shown, so cut very long texts first.
    cut = max(0, start - width)
    more = len(text) > start + width
    text, start, end = text[cut : start + width], start - cut, end - cut
    cells = [_printable(char, ascii_only) for char in text]
    widths = [_columns(cell) for cell in cells]
    first, last = _window(widths, start, end, max(width, 20) - 6)
    ellipsis = "..." if ascii_only else "…"
    before = ellipsis if first > 0 or cut else ""
    after = ellipsis if last < len(text) or more else ""
    indent = len(before) + sum(widths[first:start])
    carets = max(1, sum(widths[start : min(end, last)]))
    shown = before + "".join(cells[first:last]) + after
    return f"{shown}\n{' ' * indent}{'^' * carets}"


def _printable(char: str, ascii_only: bool) -> str:
    """A replacement for characters that move the cursor or cannot be shown."""
    if not is_visible(char) or unicodedata.category(char) in ("Mn", "Me"):
        return " " if char in "\t\n\r" else ("?" if ascii_only else "�")
    return char if char.isascii() or not ascii_only else "?"


def _columns(cell: str) -> int:
    return 2 if unicodedata.east_asian_width(cell) in _WIDE else 1


def _window(widths: list[int], start: int, end: int, room: int) -> tuple[int, int]:
    """The range of characters to show: all if they fit, else those around the position."""
    if sum(widths) <= room:
        return 0, len(widths)
    first = start
    used = 0
    while first > 0 and used + widths[first - 1] <= room // 2:
        first -= 1
        used += widths[first]
    last = start
    while last < len(widths) and used + widths[last] <= room:
        used += widths[last]
        last += 1
    return first, last
