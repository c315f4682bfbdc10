"""Text: one line per roll, and tables with bars, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from astragal.render.formats import PLAIN, Format, Layout
from astragal.render.lines import rows_of

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import RenderedGrid
    from astragal.render.report import Reported
    from astragal.rolling.phrases import Phrase
    from astragal.rolling.roll import Roll

_ASCII = str.maketrans(
    {
        **dict(zip("▏▎▍▌▋▊▉█–—·", ":::||###--|", strict=True)),
        **dict(zip("▁▂▃▄▅▆▇", "__..::|", strict=True)),
        "→": "->",
        "…": "...",
        "✓": "*",
        "✗": "x",
        "★": "**",
        "†": "__",
        "≠": "<>",
        "♻": "(r)",
        "▲": "^",
        "▼": "v",
    }
)


def in_ascii(text: str) -> str:
    """The text with ASCII signs in place of our special characters."""
    return text.translate(_ASCII)


class Text(Format):
    """Text for people: one line per roll; about twenty rows of figures and bars for odds."""

    name = "text"
    option = None
    help = "Write text, and tables with bars."

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        return _joined(
            (self.row(row) for roll in several for row in rows_of(roll.line, layout.width)), layout
        )

    def row(self, said: Phrase) -> str:
        """One row of a roll's description."""
        return str(said)

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        from astragal.render.tables import odds_table  # imports the mathematics, too

        return self._table(odds_table(several, layout), layout)

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        from astragal.render.tables import grid_tables

        return self._table(grid_tables(shown.grid(), layout), layout)

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        from astragal.render.tables import columns_table

        return self._table(columns_table(shown.columns().visible(), layout), layout)

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        from astragal.render.report import report_lines

        return self._table(report_lines(shown.report(layout), layout.columns), layout)

    def _table(self, lines: Iterable[str], layout: Layout) -> str:
        dots = "." if layout.ascii_only else "…"  # keeps the width, so that columns stay aligned
        return _joined((line.rstrip().replace("…", dots) for line in lines), layout)


def _joined(lines: Iterable[str], layout: Layout) -> str:
    text = "\n".join(lines)
    return in_ascii(text) if layout.ascii_only else text
