"""HTML: rolls and tables for notebooks that need no style sheet and suit light and dark pages.

Each piece of a roll has the class ``astragal-`` and its role, for pages that have a style sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from astragal.render.figures import figure, percent, summary
from astragal.render.formats import PLAIN, Format, Layout
from astragal.render.rows import table_rows
from astragal.rolling.phrases import Phrase, Role

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import Grid, RenderedGrid
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
"""A fraction with more bits is too long to be shown beside its chance."""
_ROWS = 30
_TABLE = '<table style="border-collapse:collapse">'


class Html(Format):
    """What a notebook shows: bars beside the chances, cells shaded by value."""

    name = "html"
    option = None
    help = "Write HTML: a line for a roll, a table for odds."

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        lines = (_told(roll.line.pieces) for roll in several)
        return "".join(f'<p class="astragal-roll">{line}</p>' for line in lines)

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
        return "".join(map(_grid, shown.grid().tables(every=layout.every)))

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        table = shown.columns().visible()
        said = "".join(f"<br>{_escaped(line)}" for line in (table.summary, *table.notes))
        headings = "".join(f"<th>{_escaped(name)}</th>" for name in table.headings)
        rows = "".join(f"<tr>{''.join(map(_plain_cell, row))}</tr>" for row in table.rows)
        head = f"<p><b>{_escaped(table.label)}</b>{said}</p>{_TABLE}<tr>{headings}</tr>"
        return f"{head}{rows}</table>"


def _plain_cell(text: str) -> str:
    return f'<td style="text-align:right">{_escaped(text)}</td>'


def _grid(grid: Grid) -> str:
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


def _told(pieces: Phrase) -> str:
    shown = (piece for piece in pieces if piece.role is not Role.STROKE)
    return "".join(
        _element(role, _escaped(str(Phrase(several))))
        for role, several in groupby(shown, lambda piece: piece.role)
    )


def _element(role: Role, text: str) -> str:
    name = _ELEMENTS.get(role)
    return text if name is None else f'<{name} class="astragal-{role.value}">{text}</{name}>'


def _bar_cell(chance: Fraction, longest: Fraction) -> str:
    share = float(chance / longest * 16)
    return (
        f'<td style="text-align:right"{_title(chance)}>{percent(chance)}</td>'
        '<td style="text-align:left"><div style="background:#4477aa;height:0.8em;'
        f'width:{share:.2f}em"></div></td>'
    )


def _shaded_cell(value: Fraction | None, most: Fraction, kind: str) -> str:
    shade = f"rgba(68,119,170,{float(abs(value or Fraction(0)) / most) * 0.6:.2f})"
    title = "" if value is None else _title(value)
    return f'<td style="text-align:right;background:{shade}"{title}>{figure(value, kind)}</td>'


def _title(value: Fraction) -> str:
    """The exact fraction, for those who point at a figure."""
    return f' title="{value}"' if value.denominator.bit_length() <= _MOST_BITS else ""


def _escaped(text: str) -> str:
    import html  # large, and wanted by few

    return html.escape(text)
