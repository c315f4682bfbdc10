"""Tables whose columns differ: a value beside its chance, a change beside its effect."""

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
    """A table as people read it, and the same with exact numbers, for spreadsheets."""

    label: str
    summary: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    exact_headings: Sequence[str]
    exact_rows: Sequence[Sequence[object]]
    notes: Sequence[str] = ()
    """what is said below the table"""

    def visible(self) -> Columns:
        """The same, with nothing hidden in what somebody typed."""
        return self._replace(
            label=visible(self.label),
            summary=visible(self.summary),
            headings=list(map(visible, self.headings)),
            notes=list(map(visible, self.notes)),
        )


class RenderedColumns(RenderedGrid):
    """What shows itself in columns; its grid is what a plot draws."""

    @abstractmethod
    def columns(self) -> Columns:
        """What is shown."""

    def written(self, form: Format, layout: Layout) -> str:
        return form.columns(self, layout)


def exact_cells(value: Fraction | None) -> list[object]:
    """Numerator, denominator and the nearest float, each for a column of its own."""
    if value is None:
        return ["", "", ""]
    return [digits(value.numerator), digits(value.denominator), approximately(value)]
