"""A grid: exact values along one or two axes, such as the chance for each modifier."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from astragal._visible import visible
from astragal.outcome import show, to_data
from astragal.render.rendered import Shown

if TYPE_CHECKING:
    from astragal.render.formats import Format, Layout

Measure: TypeAlias = Literal["chance", "mean"]
"""What the values of a grid are: chances or means, all of them."""


class RenderedGrid(Shown):
    """A grid, or something that shows itself as one: a reach, advice, a duration."""

    @abstractmethod
    def grid(self) -> Grid:
        """The values that are shown."""

    def written(self, form: Format, layout: Layout) -> str:
        return form.grid(self, layout)

    def to_data(self) -> dict[str, Any]:
        return self.grid().to_data()

    def plot(self, path: str | Path) -> None:
        """Draw lines or a heat map into an ``.svg`` or ``.png`` file; needs ``astragal[plot]``."""
        from astragal.render.grid_plots import plot_grid

        plot_grid(self.grid(), path)


class Grid(RenderedGrid):
    """Values along one or two axes. ``grid[3]`` or ``grid[3, 1]`` is the value at that place.

    ``kind`` says whether the values are chances or means.

    >>> import astragal
    >>> grid = astragal.sweep("1d20 + @bonus >= 15", {"bonus": range(3)})
    >>> grid[2], grid.kind
    (Fraction(2, 5), 'chance')
    """

    def __init__(
        self,
        label: str,
        axes: Mapping[str, tuple[Any, ...]],
        cells: Mapping[tuple[Any, ...], Fraction],
        kind: Measure,
        summary: str = "",
    ) -> None:
        assert 1 <= len(axes) <= 2
        self.label = visible(label)
        self.axes = MappingProxyType(dict(axes))
        self.cells: Mapping[Any, Fraction] = MappingProxyType(dict(cells))
        self.kind = kind
        self.summary_line = visible(summary)

    def grid(self) -> Grid:
        return self

    def __getitem__(self, place: Any) -> Fraction:
        key = place if isinstance(place, tuple) and len(self.axes) == 2 else (place,)
        return self.cells[key]

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Every place with its value. With two axes a place is a tuple."""
        alone = len(self.axes) == 1
        return ((key[0] if alone else key, value) for key, value in self.cells.items())

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return (self.axes, self.cells, self.kind) == (other.axes, other.cells, other.kind)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self.label, dict(self.axes), dict(self.cells), self.kind, self.summary_line)
        return (Grid, parts)

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import DATA_VERSION, fraction_data

        return {
            "version": DATA_VERSION,
            "of": self.label,
            "kind": self.kind,
            "axes": {
                name: [to_data(value) for value in values] for name, values in self.axes.items()
            },
            "values": [
                {"at": dict(zip(self.axes, map(to_data, key), strict=True))} | fraction_data(value)
                for key, value in self.cells.items()
            ],
        }

    def headings(self) -> list[str]:
        """The headings of the columns of a table."""
        first, *second = map(visible, self.axes)
        if not second:
            return [first, self.kind]
        _, columns = self.axes.values()
        return [rf"{first} \ {second[0]}", *map(show, columns)]

    def rows(self) -> list[tuple[str, list[Fraction]]]:
        """The rows of a table: each place on the first axis, with its values along the second."""
        first, *rest = self.axes.values()
        others = [(other,) for other in rest[0]] if rest else [()]
        return [(show(each), [self.cells[each, *other] for other in others]) for each in first]
