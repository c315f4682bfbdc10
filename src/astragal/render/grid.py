"""A grid: exact values along one or two axes, such as a chance for each modifier."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from astragal.outcome import show, to_data

Kind: TypeAlias = Literal["chance", "mean"]
"""What values are: each a chance, or each a mean."""


class RenderedGrid:
    """How a grid, or what has one, shows itself: at a prompt, in a notebook, as a file."""

    @abstractmethod
    def grid(self) -> Grid:
        """The values that are shown."""

    def __repr__(self) -> str:
        from astragal.render.grid_tables import text_grid

        return text_grid(self.grid())

    def _repr_html_(self) -> str:
        from astragal.render.grid_tables import html_grid

        return html_grid(self.grid())

    def to_data(self) -> dict[str, Any]:
        """The values as JSON-ready data, exact and as floats."""
        return self.grid().to_data()

    def to_json(self, indent: int | None = None) -> str:
        """The values as JSON."""
        return json.dumps(self.to_data(), ensure_ascii=False, indent=indent)

    def to_csv(self) -> str:
        """A line for each value: where it stands, exactly, and as a float."""
        from astragal.render.grid_tables import csv_grid

        return csv_grid(self.grid())

    def to_markdown(self) -> str:
        """A Markdown table."""
        from astragal.render.grid_tables import markdown_grid

        return markdown_grid(self.grid())

    def plot(self, path: str | Path) -> None:
        """Draw it into a file, ``.svg`` or ``.png``: a line, or a heat map for two axes."""
        from astragal.render.grid_plots import plot_grid

        plot_grid(self.grid(), path)


class Grid(RenderedGrid):
    """Values along one or two axes. ``grid[3]`` or ``grid[3, 1]`` is one of them, by its place on the axes.

    ``kind`` says what the values are: each a chance, or each a mean.

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
        kind: Kind,
        summary: str = "",
    ) -> None:
        assert 1 <= len(axes) <= 2
        self.label = label
        self.axes = MappingProxyType(dict(axes))
        self.cells: Mapping[Any, Fraction] = MappingProxyType(dict(cells))
        self.kind = kind
        self.summary_line = summary

    def grid(self) -> Grid:
        return self

    def __getitem__(self, place: Any) -> Fraction:
        key = place if isinstance(place, tuple) and len(self.axes) == 2 else (place,)
        return self.cells[key]

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Every place with its value; a place on one axis is no tuple."""
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

    def rows(self) -> list[tuple[str, list[Fraction]]]:
        """For a table: each place on the first axis, with its values along the second."""
        first, *rest = self.axes.values()
        others = [(other,) for other in rest[0]] if rest else [()]
        return [(show(each), [self.cells[each, *other] for other in others]) for each in first]
