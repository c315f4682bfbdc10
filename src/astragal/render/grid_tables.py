"""Grids as tables: for a terminal however wide it is, and for other programs."""

from __future__ import annotations

import csv
import html
import io
import textwrap
from fractions import Fraction

from astragal.outcome import show
from astragal.render.data import approximately, digits
from astragal.render.exports import escaped
from astragal.render.figures import decimal, percent
from astragal.render.grid import Grid
from astragal.render.tables import bar, to_ascii, wrapped


def figure(value: Fraction, kind: str) -> str:
    """A value for people."""
    return percent(value) if kind == "chance" else decimal(value)


def text_grid(grid: Grid, *, width: int = 80, ascii_only: bool = False) -> str:
    """A table with bars for one axis, a grid of figures for two; at most ``width`` wide."""
    lines = textwrap.wrap(grid.label, width, subsequent_indent="  ")
    if grid.summary_line:
        lines += wrapped(grid.summary_line, width)
    lines += ["", *(_one_axis(grid, width) if len(grid.axes) == 1 else _two_axes(grid, width))]
    text = "\n".join(line.rstrip() for line in lines)
    return to_ascii(text) if ascii_only else text


def _one_axis(grid: Grid, width: int) -> list[str]:
    (name,) = grid.axes
    rows = [(place, value, figure(value, grid.kind)) for place, (value,) in grid.rows()]
    left = max(len(name), *(len(place) for place, _, _ in rows))
    right = max(len(grid.kind), *(len(text) for _, _, text in rows))
    most = max((value for _, value, _ in rows), default=Fraction(1))
    # Bars of what can be less than nothing would mislead.
    room = min(40, width - left - right - 8) if min(value for _, value, _ in rows) >= 0 else 0
    lines = [f"  {name.rjust(left)}  {grid.kind.rjust(right)}"]
    for place, value, text in rows:
        share = Fraction(approximately(value) / approximately(most)) if most else Fraction(0)
        drawn = bar(share, room) if room > 4 else ""
        lines.append(f"  {place.rjust(left)}  {text.rjust(right)}  {drawn}")
    return lines


def _two_axes(grid: Grid, width: int) -> list[str]:
    first, second = grid.axes
    columns = [show(value) for value in grid.axes[second]]
    rows = [
        (place, [figure(value, grid.kind) for value in values]) for place, values in grid.rows()
    ]
    left = max(len(first), *(len(place) for place, _ in rows))
    cells = [
        max(len(name), *(len(texts[column]) for _, texts in rows))
        for column, name in enumerate(columns)
    ]
    lines: list[str] = []
    start = 0
    while start < len(columns):
        stop, used = start + 1, left + 4 + cells[start]
        while stop < len(columns) and used + 2 + cells[stop] <= width:
            used += 2 + cells[stop]
            stop += 1
        block = range(start, stop)
        lines += [""] if start else []
        lines.append(f"  {' ' * left}  {second}")
        lines.append(
            f"  {first.rjust(left)}" + "".join(f"  {columns[c].rjust(cells[c])}" for c in block)
        )
        for place, texts in rows:
            lines.append(
                f"  {place.rjust(left)}" + "".join(f"  {texts[c].rjust(cells[c])}" for c in block)
            )
        start = stop
    return lines


def csv_grid(grid: Grid) -> str:
    """A line for each value."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*grid.axes, "numerator", "denominator", grid.kind])
    for key, value in grid.cells.items():
        exact = [digits(value.numerator), digits(value.denominator)]
        writer.writerow([*map(show, key), *exact, approximately(value)])
    return stream.getvalue()


def _headings(grid: Grid) -> list[str]:
    """What stands above the columns."""
    first, *second = grid.axes
    if not second:
        return [first, grid.kind]
    return [rf"{first} \ {second[0]}", *(show(value) for value in grid.axes[second[0]])]


def markdown_grid(grid: Grid) -> str:
    names = list(map(escaped, _headings(grid)))
    lines = [f"| {' | '.join(names)} |", "| " + " | ".join("---:" for _ in names) + " |"]
    for place, values in grid.rows():
        texts = [escaped(place), *(figure(value, grid.kind) for value in values)]
        lines.append(f"| {' | '.join(texts)} |")
    return "\n".join(lines) + "\n"


def html_grid(grid: Grid) -> str:
    """For notebooks: shaded by value, readable on light and dark."""
    most = max(map(abs, grid.cells.values()), default=Fraction(1)) or Fraction(1)
    heading = html.escape(grid.label)
    summary = f"<br>{html.escape(grid.summary_line)}" if grid.summary_line else ""
    parts = [f"<p><b>{heading}</b>{summary}</p>", '<table style="border-collapse:collapse">']
    parts.append("<tr>" + "".join(f"<th>{html.escape(n)}</th>" for n in _headings(grid)) + "</tr>")
    for place, values in grid.rows():
        cells = "".join(
            f'<td style="text-align:right;background:rgba(68,119,170,'
            f'{float(abs(value) / most) * 0.6:.2f})">{figure(value, grid.kind)}</td>'
            for value in values
        )
        parts.append(f'<tr><th style="text-align:right">{html.escape(place)}</th>{cells}</tr>')
    return "".join([*parts, "</table>"])
