"""CSV: a line for each roll, outcome or value; numbers exact and as floats.

Text that starts like a formula gets an apostrophe in front, so that spreadsheets do not run it.
Tabs and line breaks are escaped, like all hidden characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.outcome import event_text, show
from astragal.render.data import approximately, digits
from astragal.render.formats import PLAIN, Format, Layout
from astragal.render.lengths import check_length
from astragal.rolling.trace import show_die

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.columns import RenderedColumns
    from astragal.render.grid import Grid, RenderedGrid
    from astragal.render.report import Cell, Reported
    from astragal.rolling.roll import Roll

_NUMBER = re.compile(r"[+-]?\d+(?:[./]\d+)?(?:e[+-]?\d+)?", re.ASCII)
_BEGINS = frozenset("=+-@＝＋－＠")
"""Characters that begin a formula in some spreadsheet."""

_COLUMNS = ("expression", "outcome", "weight", "denominator", "probability", "at_most", "at_least")

_WIDE = 10_000
"""Enough columns for every name in full."""

_COLUMNS_OF_ROLLS = ("expression", "faces", "outcome", "text")


class Csv(Format):
    """For spreadsheets and other programs. Cumulative chances are always included."""

    name = "csv"
    option = "--csv"
    for_programs = True
    help = "Write CSV."

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        rows = [
            [roll.expression, " ".join(map(show_die, roll.faces)), roll.line.outcome, str(roll)]
            for roll in several
        ]
        return _written([_COLUMNS_OF_ROLLS, *rows])

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        check_length(several, layout.limits)
        return _written(chain([_COLUMNS], *map(_rows, several)))

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        grid = shown.grid()
        headings = [*grid.axes, "numerator", "denominator", grid.kind]
        rows = [[*map(show, key), *_cell(grid, key)] for key in grid.places()]
        return _written([headings + (["error"] if grid.errors else []), *rows])

    def columns(self, shown: RenderedColumns, layout: Layout = PLAIN) -> str:
        table = shown.columns()
        return _written([table.exact_headings, *table.exact_rows])

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        """Only the main table, as a CSV file holds one table."""
        report = shown.report(layout._replace(every=True, width=_WIDE))
        table = report.tables[report.main]
        columns = list(zip(*table.rows, strict=True))
        listed = [
            column
            for heading, cells in zip(table.columns, columns, strict=True)
            for column in _columns(heading.heading, cells)
        ]
        return _written(zip(*listed, strict=True))


def _columns(heading: str, cells: Sequence[Cell]) -> Iterator[list[object]]:
    """CSV columns for one column of a report: floats and exact numbers; pictures are left out."""
    if any(cell.exact is not None for cell in cells):
        exact = [cell.exact for cell in cells]
        yield [heading, *("" if each is None else approximately(each) for each in exact)]
        yield [f"{heading} (exact)", *("" if each is None else _fraction(each) for each in exact)]
    elif not any(cell.bars for cell in cells):
        yield [heading, *(cell.text for cell in cells)]


def _fraction(number: Fraction) -> str:
    above, below = digits(number.numerator), digits(number.denominator)
    return above if number.denominator == 1 else f"{above}/{below}"


def _cell(grid: Grid, key: tuple[Any, ...]) -> list[object]:
    """The columns of one value, plus one for the error if any value was refused."""
    if key in grid.errors:
        return ["", "", "", grid.errors[key].message]
    value = grid.cells[key]
    exact = [digits(value.numerator), digits(value.denominator)]
    return [*exact, approximately(value), *([""] if grid.errors else [])]


def _written(rows: Iterable[Sequence[object]]) -> str:
    import csv
    import io

    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(map(_harmless, row) for row in rows)
    return stream.getvalue()


def _harmless(value: object) -> object:
    """The value; text that a spreadsheet would run as a formula gets an apostrophe in front."""
    if not isinstance(value, str):
        return value
    text = visible(value)
    formula = text[:1] in _BEGINS and not _NUMBER.fullmatch(text)
    return f"'{text}" if formula else text


def _rows(odds: Distribution) -> Iterator[list[object]]:
    """A row for each listed outcome, and one for the tail if necessary."""
    denominator, written = odds.denominator, digits(odds.denominator)
    lower = float(odds.less_than(next(iter(odds)))) if odds.numeric else 0.0
    before = 0
    # Outcomes with the same text share a row.
    weights: dict[str, int] = {}
    for outcome, weight in odds.weights.items():
        name = event_text(outcome)
        weights[name] = weights.get(name, 0) + weight
    for name, weight in weights.items():
        # Python divides integers of any length to the nearest float.
        at_most = lower + (before + weight) / denominator
        at_least = (denominator - before) / denominator - lower
        before += weight
        cumulative: list[object] = [at_most, at_least] if odds.numeric else ["", ""]
        exact = [digits(weight), written]
        yield [odds.label, name, *exact, weight / denominator, *cumulative]
    if tail := odds.tail:
        exact = [digits(tail.numerator), digits(tail.denominator)]
        yield [odds.label, "(all others)", *exact, float(tail), "", ""]
