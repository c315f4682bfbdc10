"""Reports: sentences and tables of several columns, such as a comparison of dice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.render.rendered import Shown

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.render.formats import Format, Layout

_SPARKS = "▁▂▃▄▅▆▇█"


class Cell(NamedTuple):
    """One cell of a table."""

    text: str
    exact: Fraction | None = None
    """the exact number, if the text rounds it"""
    bars: tuple[Fraction, ...] = ()
    """heights of a sparkline, shown instead of the text"""


class Column(NamedTuple):
    """A column of a table."""

    heading: str
    left: bool = False
    """whether its cells are left-aligned, like words; numbers are right-aligned"""


class Table(NamedTuple):
    """Columns and rows. If a table is split to fit the width, the first ``keys`` columns repeat."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    keys: int = 1


class Report(NamedTuple):
    """A title and summary, then tables, then remarks."""

    title: str
    summary: tuple[str, ...]
    tables: tuple[Table, ...]
    remarks: tuple[str, ...] = ()
    main: int = 0
    """index of the table to show where there is room for only one"""


class Reported(Shown):
    """Something displayed as a report."""

    @abstractmethod
    def report(self, layout: Layout) -> Report:
        """The report to display."""

    @abstractmethod
    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        """JSON-ready data; ``limits`` bounds its size (``written``)."""

    def written(self, form: Format, layout: Layout) -> str:
        return form.report(self, layout)


def sparkline(heights: Iterable[Fraction]) -> str:
    """A row of small bars, with a gap for 0.

    >>> sparkline([Fraction(1, 8), Fraction(0), Fraction(1, 4)])
    '▄ █'
    """
    listed = list(heights)
    most = max(listed, default=Fraction(0)) or Fraction(1)
    return "".join(_SPARKS[-(-each * 8 // most) - 1] if each else " " for each in listed)


def report_lines(report: Report, width: int) -> list[str]:
    """A report as text of a given width."""
    from astragal.render.tables import label_lines, wrapped

    lines = label_lines(report.title, width)
    for said in report.summary:
        lines += wrapped(said, width)
    for table in report.tables:
        lines += [*([""] if lines else []), *_table_lines(table, width)]
    for said in report.remarks:
        lines += ["", *label_lines(said, width)]
    return lines


def _table_lines(table: Table, width: int) -> list[str]:
    """The table in blocks of columns that fit the width; each block repeats the key columns."""
    from astragal.render.tables import columns_that_fit, shortened

    widest = max(12, width // 2)
    headed = any(each.heading for each in table.columns)
    texts = [[shortened(each.heading, widest) for each in table.columns]] if headed else []
    texts += [[_shown(cell, widest) for cell in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    label = sum(widths[: table.keys]) + 2 * table.keys
    lines: list[str] = []
    for block in columns_that_fit(widths[table.keys :], label, width):
        shown = [*range(table.keys), *(place + table.keys for place in block)]
        lines += [""] if lines else []
        lines += ["".join(_placed(table, row, place, widths) for place in shown) for row in texts]
    return lines


def _shown(cell: Cell, widest: int) -> str:
    from astragal.render.tables import shortened

    return sparkline(cell.bars) if cell.bars else shortened(cell.text, widest)


def _placed(table: Table, row: Sequence[str], place: int, widths: Sequence[int]) -> str:
    text, room = row[place], widths[place]
    return f"  {text.ljust(room) if table.columns[place].left else text.rjust(room)}"
