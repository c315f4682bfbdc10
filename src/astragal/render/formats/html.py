"""HTML: tables for notebooks that need no style sheet and suit light and dark pages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.render.figures import figure, percent, summary
from astragal.render.formats import PLAIN, Format, Layout
from astragal.render.rows import table_rows

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution
    from astragal.render.grid import RenderedGrid

_ROWS = 30
_TABLE = '<table style="border-collapse:collapse">'


class Html(Format):
    """What a notebook shows: bars beside the chances, cells shaded by value."""

    name = "html"
    option = None
    help = "Write an HTML table."

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        parts = [
            f"<p><b>{_escaped(odds.heading)}</b><br>{_escaped(summary(odds))}</p>"
            for odds in several
        ]
        rows = table_rows(several, _ROWS)
        longest = max(max(row.chances) for row in rows) or Fraction(1)
        parts.append(_TABLE)
        if len(several) > 1:
            cells = "".join(f"<th>{_escaped(odds.heading)}</th><th></th>" for odds in several)
            parts.append(f"<tr><th></th>{cells}</tr>")
        for row in rows:
            cells = "".join(_bar_cell(chance, longest) for chance in row.chances)
            name = _escaped(row.name)
            parts.append(f'<tr><td style="text-align:right">{name}</td>{cells}</tr>')
        return "".join([*parts, "</table>"])

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        grid = shown.grid()
        most = max(map(abs, grid.cells.values()), default=Fraction(1)) or Fraction(1)
        said = filter(None, (grid.summary_line, *grid.refusals()))
        summed = "".join(f"<br>{_escaped(line)}" for line in said)
        headings = "".join(f"<th>{_escaped(name)}</th>" for name in grid.headings())
        parts = [f"<p><b>{_escaped(grid.label)}</b>{summed}</p>", _TABLE]
        parts.append(f"<tr>{headings}</tr>")
        for place, values in grid.rows():
            cells = "".join(_shaded_cell(value, most, grid.kind) for value in values)
            name = _escaped(place)
            parts.append(f'<tr><th style="text-align:right">{name}</th>{cells}</tr>')
        return "".join([*parts, "</table>"])


def _bar_cell(chance: Fraction, longest: Fraction) -> str:
    share = float(chance / longest * 16)
    return (
        f'<td style="text-align:right">{percent(chance)}</td>'
        '<td style="text-align:left"><div style="background:#4477aa;height:0.8em;'
        f'width:{share:.2f}em"></div></td>'
    )


def _shaded_cell(value: Fraction | None, most: Fraction, kind: str) -> str:
    shade = f"rgba(68,119,170,{float(abs(value or Fraction(0)) / most) * 0.6:.2f})"
    return f'<td style="text-align:right;background:{shade}">{figure(value, kind)}</td>'


def _escaped(text: str) -> str:
    import html  # large, and wanted by few

    return html.escape(text)
