"""HTML: rolls and tables for notebooks, without a style sheet, for light and dark pages.

Each piece of a roll has a class named ``astragal-`` and its role, for pages with a style sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from astragal.render.data import approximately
from astragal.render.figures import figure, percent, summary
from astragal.render.formats import PLAIN, Format, Layout
from astragal.rolling.phrases import Phrase, Role

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import Grid, RenderedGrid
    from astragal.render.report import Cell, Reported, Table
    from astragal.rolling.roll import Roll

_ELEMENTS = {
    Role.ROLLED: "code",
    Role.DROPPED: "s",
    Role.REPLACED: "s",
    Role.HIGH: "b",
    Role.COUNTED: "b",
    Role.LOW: "u",
    Role.AGAINST: "u",
    Role.EXPLODED: "span",
    Role.OUTCOME: "strong",
    Role.SUCCESS: "strong",
    Role.FAILURE: "strong",
    Role.CRITICAL: "strong",
    Role.FUMBLE: "strong",
}
_MOST_BITS = 200
"""Fractions with more bits are too long for a tooltip."""
_ROWS = 30
_TABLE = '<table style="border-collapse:collapse;width:auto;margin:0;font-size:inherit">'
_PADDED = "padding:1px 10px;text-align"
_CHART = 440
"""Width of a chart beside a table, in pixels."""


class Html(Format):
    """Notebook output: bars next to chances, cells shaded by value, line charts of sweeps."""

    name = "html"
    option = None
    help = "Write HTML: a line for a roll, a table for odds."

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        lines = (_told(roll.line.pieces) for roll in several)
        return "".join(f'<p class="astragal-roll">{line}</p>' for line in lines)

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        from astragal.render.rows import table_rows

        parts = [
            f"<p><b>{_escaped(odds.heading)}</b><br>{_escaped(summary(odds))}</p>"
            for odds in several
        ]
        rows = table_rows(several, _ROWS)
        longest = max(max(row.chances) for row in rows) or Fraction(1)
        parts.append(_TABLE)
        if len(several) > 1:
            cells = "".join(
                f'<th colspan="2" style="{_PADDED}:left">{_escaped(odds.heading)}</th>'
                for odds in several
            )
            parts.append(f"<tr><th></th>{cells}</tr>")
        for row in rows:
            cells = "".join(_bar_cell(chance, longest) for chance in row.chances)
            parts.append(f"<tr>{_heading(row.name)}{cells}</tr>")
        return "".join([*parts, "</table>"])

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        grid = shown.grid()
        return _with_chart("".join(map(_grid, grid.tables(every=layout.every))), shown)

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        table = shown.columns().visible()
        said = "".join(f"<br>{_escaped(line)}" for line in (table.summary, *table.notes))
        headings = "".join(map(_heading, table.headings))
        rows = "".join(f"<tr>{''.join(map(_plain_cell, row))}</tr>" for row in table.rows)
        head = f"<p><b>{_escaped(table.label)}</b>{said}</p>{_TABLE}<tr>{headings}</tr>"
        return f"{head}{rows}</table>"

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        report = shown.report(layout)
        said = "".join(f"<br>{_escaped(each)}" for each in report.summary)
        head = f"<p><b>{_escaped(report.title)}</b>{said}</p>"
        parts = [head] if report.title or said else []
        parts += map(_report_table, report.tables)
        parts += (f"<p>{_escaped(each)}</p>" for each in report.remarks)
        return "".join(parts)


def _heading(text: str) -> str:
    return f'<th style="{_PADDED}:right">{_escaped(text)}</th>'


def _plain_cell(text: str) -> str:
    return f'<td style="{_PADDED}:right">{_escaped(text)}</td>'


def _grid(grid: Grid) -> str:
    most = max(map(abs, grid.cells.values()), default=Fraction(1)) or Fraction(1)
    said = filter(None, (grid.summary_line, *grid.refusals()))
    summed = "".join(f"<br>{_escaped(line)}" for line in said)
    parts = [f"<p><b>{_escaped(grid.label)}</b>{summed}</p>", _TABLE]
    parts.append(f"<tr>{''.join(map(_heading, grid.headings()))}</tr>")
    bars = len(grid.axes) == 1 and min(grid.cells.values(), default=Fraction(0)) >= 0
    for place, values in grid.rows():
        cells = "".join(_shaded_cell(value, most, grid.kind, bars) for value in values)
        parts.append(f"<tr>{_heading(place)}{cells}</tr>")
    return "".join([*parts, "</table>"])


def _report_table(table: Table) -> str:
    headings = "".join(_heading(each.heading) for each in table.columns)
    rows = (
        "".join(
            _report_cell(cell, column.left) for cell, column in zip(row, table.columns, strict=True)
        )
        for row in table.rows
    )
    return f"{_TABLE}<tr>{headings}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _report_cell(cell: Cell, left: bool) -> str:
    if cell.bars:
        return f"<td>{_small_bars(cell.bars)}</td>"
    title = "" if cell.exact is None else _title(cell.exact)
    side = "left" if left else "right"
    return f'<td style="{_PADDED}:{side}"{title}>{_escaped(cell.text)}</td>'


def _small_bars(heights: Sequence[Fraction]) -> str:
    most = max(heights) or Fraction(1)
    drawn = "".join(
        f'<rect x="{5 * place}" y="{16 - tall:.1f}" width="4" height="{tall:.1f}"/>'
        for place, tall in enumerate(float(each / most * 16) for each in heights)
    )
    return f'<svg width="{5 * len(heights)}" height="16" fill="#4477aa">{drawn}</svg>'


def _told(pieces: Phrase) -> str:
    shown = (piece for piece in pieces if piece.role is not Role.STROKE)
    return "".join(
        _element(role, _escaped(str(Phrase(several))))
        for role, several in groupby(shown, lambda piece: piece.role)
    )


def _element(role: Role, text: str) -> str:
    name = _ELEMENTS.get(role)
    return text if name is None else f'<{name} class="astragal-{role.value}">{text}</{name}>'


def _with_chart(tables: str, shown: RenderedGrid) -> str:
    """Tables with a line chart or shares next to them, if that is their kind of plot."""
    from astragal.render.plots.inline import inline_chart

    picture = shown.picture()
    if any(panel.kind in ("heat", "rows") for panel in picture.panels):
        return tables  # heat maps repeat the table, and rows have bars already
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start">'
        f"<div>{tables}</div>{inline_chart(picture, _CHART)}</div>"
    )


def _bar_cell(chance: Fraction, longest: Fraction) -> str:
    return (
        f'<td style="{_PADDED}:right"{_title(chance)}>{percent(chance)}</td>'
        f"{_bar(approximately(chance / longest))}"
    )


def _bar(share: float) -> str:
    return (
        f'<td style="{_PADDED}:left"><div style="background:#4477aa;height:0.8em;'
        f'width:{share * 16:.2f}em"></div></td>'
    )


def _shaded_cell(value: Fraction | None, most: Fraction, kind: str, bars: bool) -> str:
    share = approximately(abs(value or Fraction(0)) / most)
    title = "" if value is None else _title(value)
    shade = "" if bars else f";background:rgba(68,119,170,{share * 0.6:.2f})"
    cell = f'<td style="{_PADDED}:right{shade}"{title}>{figure(value, kind)}</td>'
    return cell + _bar(share) if bars else cell


def _title(value: Fraction) -> str:
    """The exact fraction as a tooltip."""
    return f' title="{value}"' if value.denominator.bit_length() <= _MOST_BITS else ""


def _escaped(text: str) -> str:
    import html  # large and rarely needed

    return html.escape(text)
