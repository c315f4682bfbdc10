"""Markdown: rolls and tables for documents and chat.

User-supplied text is shown literally: it cannot create markup, mentions or links. Where escaping is
impossible, a zero-width space splits the word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from astragal._visible import visible
from astragal.render.formats import PLAIN, Format, Layout
from astragal.rolling.phrases import Piece, Role

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import Grid, RenderedGrid
    from astragal.render.report import Reported, Table
    from astragal.rolling.roll import Roll

_BOLD, _ITALIC, _STRUCK, _CODE = "**", "*", "~~", "`"

_MARKS = {
    Role.ROLLED: _CODE,
    Role.DROPPED: _STRUCK,
    Role.STROKE: _STRUCK,
    Role.REPLACED: _STRUCK,
    Role.HIGH: _BOLD,
    Role.COUNTED: _BOLD,
    Role.LOW: _ITALIC,
    Role.AGAINST: _ITALIC,
    Role.OUTCOME: _BOLD,
    Role.SUCCESS: _BOLD,
    Role.FAILURE: _BOLD,
    Role.CRITICAL: _BOLD + _ITALIC,
    Role.FUMBLE: _BOLD + _ITALIC,
}

_MARKUP = re.compile(r"[\\`*_~\[\]<>|$&]|:(?=\S)|(?<=www)\.", re.I)
"""Beginnings of markup, HTML, emoji and addresses."""
_MENTION = re.compile(r"[@#](?=\S)")
_EVERYONE = re.compile("@(?=everyone|here|channel|all|[!&]?[0-9])", re.I)
"""Mentions that some programs obey even inside code. Other names stay as they are, for copying."""
_INVISIBLE = "\u200b"


class Markdown(Format):
    """Dropped dice struck out, special results bold; tables with a row per outcome."""

    name = "markdown"
    option = "--markdown"
    help = "Write Markdown: a line for a roll, a table for odds."

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        told = [_told(roll.line.pieces) for roll in several]
        return told[0] if len(told) == 1 else "\n".join(f"- {line}" for line in told)

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        from astragal.render.figures import decimal, percent
        from astragal.render.rows import every_row, require_numbers

        if layout.cumulative:
            require_numbers(several)
        headings = ["at least" if layout.cumulative else "outcome"]
        headings += [odds.heading for odds in several]
        rows = [
            [escaped(row.name), *map(percent, row.at_least if layout.cumulative else row.chances)]
            for row in every_row(several, layout.limits)
        ]
        if all(odds.numeric or odds.truth for odds in several):
            rows.append(["mean", *(decimal(odds.mean) for odds in several)])
            rows.append(["sd", *(decimal(odds.sd) for odds in several)])
        return _table(headings, rows)

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        tables = shown.grid().tables(every=layout.every)
        if len(tables) == 1:
            return _grid(tables[0])
        return "\n".join(f"**{escaped(each.label)}**\n\n{_grid(each)}" for each in tables)

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        table = shown.columns().visible()
        return _table(table.headings, ([*map(escaped, row)] for row in table.rows))

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        report = shown.report(layout)
        said = [report.title, *report.summary, *report.remarks]
        parts = [f"{escaped(each)}\n" for each in said if each]
        return "\n".join([*parts, *map(_report_table, report.tables)])


def _grid(grid: Grid) -> str:
    from astragal.render.figures import figure

    rows = [
        [escaped(place), *(figure(value, grid.kind) for value in values)]
        for place, values in grid.rows()
    ]
    first, *others = grid.headings()
    return _table([first or visible(grid.label), *others], rows)


def _report_table(table: Table) -> str:
    from astragal.render.report import sparkline

    rows = [
        [sparkline(cell.bars) if cell.bars else escaped(cell.text) for cell in row]
        for row in table.rows
    ]
    return _table([each.heading for each in table.columns], rows)


def _told(pieces: Iterable[Piece]) -> str:
    """The description of a roll; adjacent pieces with the same mark share it."""
    return "".join(
        _marked("".join(text for text, role in several if role is not Role.STROKE), mark)
        for mark, several in groupby(pieces, lambda piece: _MARKS.get(piece.role, ""))
    )


def _marked(text: str, mark: str) -> str:
    if mark == _CODE:
        return _code(text)
    return f"{mark}{escaped(text)}{mark[::-1]}"


def _code(text: str) -> str:
    """A span of code in more backticks than it contains."""
    fence = _CODE
    while fence in text:
        fence += _CODE
    space = " " if fence != _CODE else ""
    return f"{fence}{space}{unmentioned(text)}{space}{fence}"


def escaped(text: str) -> str:
    """A text that is displayed literally."""
    return _MENTION.sub(rf"\g<0>{_INVISIBLE}", _MARKUP.sub(r"\\\g<0>", text))


def unmentioned(text: str) -> str:
    """A text without mentions, for use inside code, where other markup has no effect."""
    return _EVERYONE.sub(rf"@{_INVISIBLE}", text)


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_line(map(escaped, headings)), _line("---:" for _ in headings)]
    lines += [_line(row) for row in rows]
    return "".join(lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
