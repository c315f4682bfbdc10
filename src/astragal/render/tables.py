"""Distributions as tables for a terminal, however wide it is."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.render.figures import percent, summary
from astragal.render.rows import Row, every_row, require_numbers, table_rows

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution

_EXACT = 10**6
"""Up to this denominator chances are shown as fractions too."""


def text_table(
    several: Sequence[Distribution],
    *,
    width: int = 80,
    cumulative: bool = False,
    ascii_only: bool = False,
    every: bool = False,
) -> str:
    """A table with bars, at most ``width`` wide and some twenty lines long, or with ``every`` outcome."""
    if cumulative:
        require_numbers(several)
    lines: list[str] = []
    names = _short_names(several, width)
    for odds, name in zip(several, names, strict=True):
        heading = odds.label or "odds"
        heading = heading if name == heading else f"{name}: {heading}"
        lines += textwrap.wrap(heading, width, subsequent_indent="  ") or [""]
        lines += wrapped(summary(odds), width)
    rows = every_row(several) if every else table_rows(several)
    rows = [row._replace(name=_shortened(row.name, max(12, width // 2))) for row in rows]
    if len(several) == 1:
        lines += ["", *_one(rows, several[0], width, cumulative)]
    else:
        for columns in _blocks(rows, names, width):
            lines += ["", *_side_by_side(rows, names, columns, width, cumulative)]
    text = "\n".join(line.rstrip() for line in lines)
    return to_ascii(text) if ascii_only else text


def wrapped(text: str, width: int) -> list[str]:
    """A summary on as many lines as it needs, broken between its parts."""
    lines = [" "]
    for part in text.split(" · "):
        if len(lines[-1]) + 3 + len(part) > width and lines[-1].strip():
            lines.append(" ")
        lines[-1] += (" · " if lines[-1].strip() else " ") + part
    return lines


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


_BLOCKS = " ▏▎▍▌▋▊▉█"
_ASCII = str.maketrans("▏▎▍▌▋▊▉█–…·", ":::||###-.|")


def to_ascii(text: str) -> str:
    """Bars and dashes in the characters every terminal has."""
    return text.translate(_ASCII)


def bar(share: Fraction, width: int) -> str:
    """A bar of up to ``width`` characters; the least of it shows that there is something."""
    eighths = max(1, round(share * width * 8)) if share else 0
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()


def _one(rows: list[Row], odds: Distribution, width: int, cumulative: bool) -> list[str]:
    header = ["", "at most", "at least"] if cumulative else ["", "chance"]
    exact = not cumulative and odds.denominator <= _EXACT and not odds.tail
    if exact:
        header.append("fraction")
    cells = []
    for row in rows:
        chances = [row.at_most[0], row.at_least[0]] if cumulative else row.chances
        cells.append([row.name, *map(percent, chances)])
        if exact:
            cells[-1].append(str(row.chances[0]))
    widths = [max(len(row[column]) for row in [header, *cells]) for column in range(len(header))]
    if exact and sum(widths) + 2 * len(widths) + 12 > width:  # a bar says more than a fraction
        header, widths = header[:-1], widths[:-1]
        cells = [texts[:-1] for texts in cells]
    room = max(5, min(40, width - sum(widths) - 2 * len(widths) - 3))
    longest = _longest(rows, [0], cumulative)
    lines = ["  " + "  ".join(cell.rjust(w) for cell, w in zip(header, widths, strict=True))]
    for row, texts in zip(rows, cells, strict=True):
        text = "  ".join(cell.rjust(w) for cell, w in zip(texts, widths, strict=True))
        lines.append(f"  {text}  {_bar_of(row, 0, longest, room, cumulative)}")
    return lines


def _shown(row: Row, place: int, cumulative: bool) -> Fraction:
    return (row.at_least if cumulative else row.chances)[place]


def _longest(rows: list[Row], places: Sequence[int], cumulative: bool) -> Fraction:
    """What the longest bar stands for."""
    shares = (_shown(row, p, cumulative) for row in rows if not row.others for p in places)
    return max(shares, default=Fraction(1)) or Fraction(1)


def _bar_of(row: Row, place: int, longest: Fraction, room: int, cumulative: bool) -> str:
    return "" if row.others else bar(_shown(row, place, cumulative) / longest, room)


def _blocks(rows: list[Row], names: list[str], width: int) -> list[list[int]]:
    """The columns that fit beside one another, block by block."""
    label = max(len(row.name) for row in rows) + 4
    blocks: list[list[int]] = [[]]
    used = label
    for place, name in enumerate(names):
        needed = 2 + max(len(name), *(len(percent(row.chances[place])) for row in rows))
        if blocks[-1] and used + needed > width:
            blocks.append([])
            used = label
        blocks[-1].append(place)
        used += needed
    return blocks


def _side_by_side(
    rows: list[Row], names: list[str], columns: list[int], width: int, cumulative: bool
) -> list[str]:
    texts = {p: [percent(_shown(row, p, cumulative)) for row in rows] for p in columns}
    longest = _longest(rows, columns, cumulative)
    label = max(len(row.name) for row in rows)
    cells = {p: max(len(names[p]), *map(len, texts[p])) for p in columns}
    room = (width - label - 2 - sum(cells.values()) - 3 * len(columns)) // len(columns)
    room = min(20, room) if room >= 4 else 0
    spaces = {p: cells[p] + (room + 1 if room else 0) for p in columns}
    header = "".join(f"  {names[p].rjust(cells[p]).ljust(spaces[p])}" for p in columns)
    lines = ["  at least"] if cumulative else []
    lines.append("  " + " " * label + header)
    for place, row in enumerate(rows):
        line = "  " + row.name.rjust(label)
        for p in columns:
            drawn = f" {_bar_of(row, p, longest, room, cumulative)}" if room else ""
            line += f"  {(texts[p][place].rjust(cells[p]) + drawn).ljust(spaces[p])}"
        lines.append(line)
    return lines


def _short_names(several: Sequence[Distribution], width: int) -> list[str]:
    """The labels, or letters where the labels are too long to stand above columns."""
    names = [odds.label or "odds" for odds in several]
    room = (width - 12) // len(names) - 2
    if len(names) == 1 or (
        max(map(len, names)) <= max(10, room - 6) and len(set(names)) == len(names)
    ):
        return names
    return [_letter(place) for place in range(len(names))]


def _letter(place: int) -> str:
    return chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")
