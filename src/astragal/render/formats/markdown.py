"""Markdown: tables for documents and chat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from astragal.render.figures import decimal, figure, percent
from astragal.render.formats import PLAIN, Format, Layout
from astragal.render.rows import every_row, require_numbers

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution
    from astragal.render.grid import RenderedGrid


class Markdown(Format):
    """A row for each outcome, a column for each distribution."""

    name = "markdown"
    option = "--markdown"
    help = "Write a Markdown table."

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        if layout.cumulative:
            require_numbers(several)
        headings = ["at least" if layout.cumulative else "outcome"]
        headings += [odds.heading for odds in several]
        rows = [
            [row.name, *map(percent, row.at_least if layout.cumulative else row.chances)]
            for row in every_row(several)
        ]
        if all(odds.numeric or odds.truth for odds in several):
            rows.append(["mean", *(decimal(odds.mean) for odds in several)])
            rows.append(["sd", *(decimal(odds.sd) for odds in several)])
        return _table(headings, rows)

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        grid = shown.grid()
        rows = [
            [place, *(figure(value, grid.kind) for value in values)]
            for place, values in grid.rows()
        ]
        return _table(grid.headings(), rows)


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_line(map(_escaped, headings)), _line("---:" for _ in headings)]
    lines += [_line([_escaped(first), *figures]) for first, *figures in rows]
    return "".join(lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _escaped(text: str) -> str:
    """A cell without anything that would end it or begin HTML; names and headings are one line."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
