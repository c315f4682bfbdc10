"""Text tables with bars, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from astragal._visible import visible
from astragal.outcome import Number, show
from astragal.render.data import approximately
from astragal.render.figures import figure, percent, summary
from astragal.render.formats import Layout
from astragal.render.rows import Row, every_row, require_numbers, table_rows

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import Columns
    from astragal.render.grid import Grid

_SCREEN = 23
"""Lines of a small terminal, except its prompt."""
_EXACT = 10**5
"""Chances below this denominator are also shown as fractions, of at most ten digits."""


def odds_table(several: Sequence[Distribution], layout: Layout) -> list[str]:
    """One distribution, or several side by side: figures and bars in about twenty rows."""
    if layout.cumulative:
        require_numbers(several)
    names = short_names(several, layout.columns)
    lines = [line for pair in zip(several, names, strict=True) for line in _head(*pair, layout)]
    rows = every_row(several, layout.limits) if layout.every else table_rows(several)
    room = max(12, layout.columns // 2)
    rows = [row._replace(name=shortened(row.name, room)) for row in rows]
    if len(several) == 1:
        table = _single(rows, several[0], layout)
        return _on_a_screen(lines, table, cumulative=layout.cumulative)
    for columns in _blocks(rows, names, layout.columns):
        lines += ["", *_side_by_side(rows, names, columns, layout)]
    return lines


def grid_tables(grid: Grid, layout: Layout) -> list[str]:
    """A grid in one or more tables."""
    several = [_grid_table(each, layout) for each in grid.tables(every=layout.every)]
    return [line for place, lines in enumerate(several) for line in ([""] * (place > 0) + lines)]


def _grid_table(grid: Grid, layout: Layout) -> list[str]:
    """A table of a grid: values with bars along one axis, or figures along two."""
    lines = label_lines(grid.label, layout.columns)
    if grid.summary_line:
        lines += wrapped(grid.summary_line, layout.columns)
    table = _one_axis if len(grid.axes) == 1 else _two_axes
    lines += ["", *table(grid, layout.columns)] if lines else table(grid, layout.columns)
    for refusal in grid.refusals():
        lines += ["", *label_lines(refusal, layout.columns)]
    return lines


def columns_table(table: Columns, layout: Layout) -> list[str]:
    """A table with columns of different kinds, and the notes below it."""
    lines = label_lines(table.label, layout.columns) if table.label else []
    lines += wrapped(table.summary, layout.columns) if table.summary else []
    _, *others = zip(table.headings, *table.rows, strict=True)
    room = layout.columns - sum(max(map(len, column)) + 2 for column in others) - 2
    rows = [
        [shortened(first, max(8, room)), *rest] for first, *rest in (table.headings, *table.rows)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += [""] if lines else []
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        lines.append("  " + "  ".join(cells))
    lines += [""] if table.notes else []
    return lines + [line for note in table.notes for line in label_lines(note, layout.columns)]


def wrapped(text: str, width: int) -> list[str]:
    """A summary on as many lines as needed, broken between its parts."""
    lines = [" "]
    for part in text.split(" · "):
        if len(part) + 2 > width:
            lines[-1:] = [*filter(str.strip, lines[-1:]), *label_lines(part, width, "  ")]
            continue
        if len(lines[-1]) + 3 + len(part) > width and lines[-1].strip():
            lines.append(" ")
        lines[-1] += (" · " if lines[-1].strip() else " ") + part
    return lines


def shortened(text: str, most: int) -> str:
    """The text, or as many of its words as fit."""
    if len(text) <= most:
        return text
    words, _, cut = text[: most - 1].rpartition(" ")
    return f"{words} …" if len(words) > len(cut) else text[: most - 1] + "…"


_BLOCKS = " ▏▎▍▌▋▊▉█"


def _bar(share: Fraction, width: int) -> str:
    """A bar of up to ``width`` characters; even the smallest share leaves a mark."""
    eighths = max(1, round(share * width * 8)) if share else 0
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()


# Distributions


def short_names(several: Sequence[Distribution], width: int) -> list[str]:
    """The labels, or letters if the labels are too long for column headings."""
    names = [odds.heading for odds in several]
    room = (width - 12) // len(names) - 2
    if len(names) == 1 or (
        max(map(len, names)) <= max(10, room - 6) and len(set(names)) == len(names)
    ):
        return names
    return [_letter(place) for place in range(len(names))]


def _letter(place: int) -> str:
    return chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "")


def _head(odds: Distribution, name: str, layout: Layout) -> list[str]:
    label = odds.heading if name == odds.heading else f"{name}: {odds.heading}"
    heading = label_lines(label, layout.columns) or [""]
    return [*heading, *wrapped(summary(odds), layout.columns)]


def _on_a_screen(head: list[str], table: list[str], *, cumulative: bool) -> list[str]:
    """Join head and table; drop the blank line or the headings if that makes it fit a screen."""
    left = _SCREEN - len(head) - len(table)
    if left > 0 or left < -1:
        return [*head, "", *table]
    return [*head, *(table[1:] if left < 0 and not cumulative else table)]


def _single(rows: list[Row], odds: Distribution, layout: Layout) -> list[str]:
    """The table of one distribution."""
    exact = not layout.cumulative and odds.denominator < _EXACT and not odds.tail
    cells = list(_cells(rows, layout.cumulative, exact))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    if exact and sum(widths) + 2 * len(widths) + 12 > layout.columns:
        # A bar is more useful than a fraction.
        cells, widths = [texts[:-1] for texts in cells], widths[:-1]
    room = max(5, min(40, layout.columns - sum(widths) - 2 * len(widths) - 3))
    longest = _longest(rows, [0], layout.cumulative)
    bars = ["", *(_bar_of(row, 0, longest, room, layout.cumulative) for row in rows)]
    return [
        "  " + "  ".join(cell.rjust(w) for cell, w in zip(texts, widths, strict=True)) + f"  {bar}"
        for texts, bar in zip(cells, bars, strict=True)
    ]


def _cells(rows: list[Row], cumulative: bool, exact: bool) -> Iterator[list[str]]:
    """Heading and rows of the table of one distribution, without bars."""
    heading = ["", "at most", "at least"] if cumulative else ["", "chance"]
    yield [*heading, "fraction"] if exact else heading
    for row in rows:
        chances = [row.at_most[0], row.at_least[0]] if cumulative else row.chances
        cells = [row.name, *map(percent, chances)]
        yield [*cells, str(row.chances[0])] if exact else cells


def _shown(row: Row, place: int, cumulative: bool) -> Fraction:
    return (row.at_least if cumulative else row.chances)[place]


def _longest(rows: list[Row], places: Sequence[int], cumulative: bool) -> Fraction:
    """The chance shown by the longest bar."""
    shares = (_shown(row, p, cumulative) for row in rows if not row.others for p in places)
    return max(shares, default=Fraction(1)) or Fraction(1)


def _bar_of(row: Row, place: int, longest: Fraction, room: int, cumulative: bool) -> str:
    return "" if row.others else _bar(_shown(row, place, cumulative) / longest, room)


def _blocks(rows: list[Row], names: list[str], width: int) -> list[list[int]]:
    """Blocks of columns that fit side by side."""
    cells = [
        max(len(name), *(len(percent(row.chances[place])) for row in rows))
        for place, name in enumerate(names)
    ]
    return columns_that_fit(cells, max(len(row.name) for row in rows) + 4, width)


def columns_that_fit(cells: Sequence[int], label: int, width: int) -> list[list[int]]:
    """Group columns of these widths into blocks that fit beside a label."""
    blocks: list[list[int]] = [[]]
    used = label
    for place, cell in enumerate(cells):
        if blocks[-1] and used + 2 + cell > width:
            blocks.append([])
            used = label
        blocks[-1].append(place)
        used += 2 + cell
    return blocks


def _side_by_side(
    rows: list[Row], names: list[str], columns: list[int], layout: Layout
) -> list[str]:
    cumulative = layout.cumulative
    texts = {p: [percent(_shown(row, p, cumulative)) for row in rows] for p in columns}
    longest = _longest(rows, columns, cumulative)
    label = max(len(row.name) for row in rows)
    cells = {p: max(len(names[p]), *map(len, texts[p])) for p in columns}
    room = (layout.columns - label - 2 - sum(cells.values()) - 3 * len(columns)) // len(columns)
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


# Grids


def _one_axis(grid: Grid, width: int) -> list[str]:
    """One row per value, with a bar."""
    name, _ = grid.headings()
    rows = [(place, value, figure(value, grid.kind)) for place, (value,) in grid.rows()]
    left = max(len(name), *(len(place) for place, _, _ in rows))
    right = max(len(grid.measure), *(len(text) for _, _, text in rows))
    least, most = min(grid.cells.values()), max(grid.cells.values())
    # Bars cannot show negative values.
    room = min(40, width - left - right - 8) if least >= 0 else 0
    lines = [f"  {name.rjust(left)}  {grid.measure.rjust(right)}"]
    for place, value, text in rows:
        share = _share_of(value, most)
        drawn = _bar(share, room) if room > 4 else ""
        lines.append(f"  {place.rjust(left)}  {text.rjust(right)}  {drawn}")
    return lines


def _share_of(value: Number | None, most: Number) -> Fraction:
    """Approximate ratio of a value to the greatest one, for a bar."""
    if not value or not most:
        return Fraction(0)
    above = approximately(most)
    if above and isfinite(above):
        return Fraction(approximately(value) / above)
    return Fraction(value) / Fraction(most)  # beyond the range of floats


def _two_axes(grid: Grid, width: int) -> list[str]:
    """The first axis down, the second across, in blocks that fit the width."""
    first, second = grid.axes
    room = max(12, width // 2)
    columns = [shortened(show(value), room) for value in grid.axes[second]]
    first, second = visible(first), visible(second)
    rows = [(place, [figure(each, grid.kind) for each in values]) for place, values in grid.rows()]
    left = max(len(first), *(len(place) for place, _ in rows))
    cells = [
        max(len(name), *(len(texts[column]) for _, texts in rows))
        for column, name in enumerate(columns)
    ]
    lines: list[str] = []
    for block in columns_that_fit(cells, left + 2, width):
        lines += [""] if lines else []
        lines.append(f"  {' ' * left}  {second}")
        for place, texts in [(first, columns), *rows]:
            figures = "".join(f"  {texts[c].rjust(cells[c])}" for c in block)
            lines.append(f"  {place.rjust(left)}{figures}")
    return lines


def label_lines(label: str, width: int, indent: str = "") -> list[str]:
    """A text on as many lines as needed; lines after the first are indented."""
    if len(label) <= width - len(indent) and label.isprintable() and label == label.strip():
        return [indent + label] if label else []
    import textwrap

    more = indent + "  "
    return textwrap.wrap(label, width, initial_indent=indent, subsequent_indent=more)
