"""Measuring text, and making it fit.

The widths are those of DejaVu Sans, which matplotlib uses. It is wider than almost all fonts chosen
by browsers, so text that fits here fits there.
"""

from __future__ import annotations

import unicodedata
from functools import cache

_WIDTHS = {
    27: "'",
    28: "ijl",
    29: "IJ",
    32: " \u00a0,.·",
    34: "/:;\\|",
    36: "f-",
    39: "()[]t",
    41: "!r",
    46: '"',
    50: "*_`–†",
    53: "sz?",
    56: "cL",
    59: "Fkvxy",
    62: "PTYaoe",
    64: "ESbdghnpqu$0123456789{}",
    69: "KAVBRXZ",
    73: "CU",
    77: "HNDG▲▼",
    79: "&OQ",
    84: "w#+<=>^~→≥≤≠×✓✗★",
    90: "M♻",
    97: "%m",
    100: "W@—…",
}
"""Characters by width, in hundredths of the font size."""
_OTHERS = 78
_WIDE = 105
_BOLD = 1.15
"""Greatest width of bold letters, relative to regular ones."""


@cache
def _hundredths(char: str) -> int:
    for width, chars in _WIDTHS.items():
        if char in chars:
            return width
    if unicodedata.combining(char):
        return 0
    return _WIDE if unicodedata.east_asian_width(char) in "WF" else _OTHERS


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a line in a font of this size, both in pixels.

    >>> width_of("10", 100)
    128.0
    """
    return sum(map(_hundredths, text)) * size / 100 * (_BOLD if bold else 1)


def cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """The text, shortened at the end if there is not enough room.

    >>> cut("a very long name", 60, 12)
    'a very l…'
    """
    if width_of(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width_of(kept + "…", size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def in_rows(
    text: str, room: float, size: float, most: int = 3, *, bold: bool = False
) -> tuple[str, ...]:
    """The text in up to ``most`` rows, broken between words; any excess is cut.

    >>> in_rows("critical failure with a partial success", 110, 12)
    ('critical failure', 'with a partial', 'success')
    """
    rows: list[str] = []
    words = [word for word in text.split(" ") if word]
    while words and len(rows) < most - 1:
        row = words.pop(0)
        while words and width_of(f"{row} {words[0]}", size, bold=bold) <= room:
            row += f" {words.pop(0)}"
        if width_of(row, size, bold=bold) > room:  # a single word too long for a row
            fits = cut(row, room, size, bold=bold)[:-1] or row[:1]
            row, words = fits, [row[len(fits) :], *words]
        rows.append(row)
    if words:
        rows.append(cut(" ".join(words), room, size, bold=bold))
    return tuple(rows)
