"""Tables with columns of different kinds: a value and its chance, a change and its effect."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from astragal._visible import visible
from astragal.render.data import approximately, digits
from astragal.render.grid import RenderedGrid

if TYPE_CHECKING:
    from astragal.render.formats import Format, Layout


class Columns(NamedTuple):
    """A table for people, and the same with exact numbers for spreadsheets."""

    label: str
    summary: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    exact_headings: Sequence[str]
    exact_rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()
    """notes below the table"""

    def visible(self) -> Columns:
        """A copy with hidden characters escaped in all user-supplied text."""
        return self._replace(
            label=visible(self.label),
            summary=visible(self.summary),
            headings=list(map(visible, self.headings)),
            notes=list(map(visible, self.notes)),
        )


class RenderedColumns(RenderedGrid):
    """Something displayed as columns; its grid is used for plots."""

    @abstractmethod
    def columns(self) -> Columns:
        """The columns to display."""

    def written(self, form: Format, layout: Layout) -> str:
        return form.columns(self, layout)


def exact_cells(value: Fraction | None) -> list[object]:
    """Numerator, denominator and nearest float, one column each."""
    if value is None:
        return ["", "", ""]
    return [digits(value.numerator), digits(value.denominator), approximately(value)]
