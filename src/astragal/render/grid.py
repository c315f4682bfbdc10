"""A grid: exact values along one or two axes, such as the chance for each modifier."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from astragal._visible import visible
from astragal.outcome import show, to_data
from astragal.render.rendered import Shown

if TYPE_CHECKING:
    from astragal.errors import AstragalError
    from astragal.render.formats import Format, Layout
    from astragal.render.plots.picture import Picture

Measure: TypeAlias = Literal["chance", "mean"]
"""The quantity in a grid: chances or means."""

Kind: TypeAlias = Literal["chance", "mean", "points", "difference", "value"]
"""Chances or means; differences of chances (in percentage points) or of means; parameters."""


class RenderedGrid(Shown):
    """A grid, or something displayed as one: a reach, advice, a duration."""

    @abstractmethod
    def grid(self) -> Grid:
        """The values to display."""

    def written(self, form: Format, layout: Layout) -> str:
        return form.grid(self, layout)

    @property
    def refuses(self) -> bool:
        """True if any of the values was refused."""
        return bool(self.grid().errors)

    def to_data(self) -> dict[str, Any]:
        return self.grid().to_data()

    def picture(self) -> Picture:
        from astragal.render.plots.showing import picture_of_grid

        return picture_of_grid(self.grid())


class Grid(RenderedGrid):
    """Values along one or two axes. ``grid[3]`` or ``grid[3, 1]`` is the value at that position.

    ``kind`` tells chances from means. If outcomes are words, a sweep returns a grid with one more
    axis: `Shares`. A refused position has an error in ``errors`` instead of a value in ``cells``;
    ``grid[…]`` raises it.

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
        errors: Mapping[tuple[Any, ...], AstragalError] | None = None,
    ) -> None:
        self.label = visible(label)
        self.axes = MappingProxyType(dict(axes))
        self.cells: Mapping[Any, Fraction] = MappingProxyType(dict(cells))
        self.errors: Mapping[Any, AstragalError] = MappingProxyType(dict(errors or {}))
        self.kind = kind
        self.summary_line = visible(summary)

    @property
    def measure(self) -> str:
        """The heading of the values: the kind, or more exactly, such as ``mean damage``."""
        return self.kind

    def grid(self) -> Grid:
        return self

    def tables(self, *, every: bool = False) -> list[Grid]:
        """The tables of one or two axes that display the grid: itself, unless it has more axes.

        ``every`` disables grouping.
        """
        return [self]

    def __getitem__(self, place: Any) -> Fraction:
        key = place if isinstance(place, tuple) and len(self.axes) > 1 else (place,)
        if key in self.errors:
            from copy import copy

            raise copy(self.errors[key])
        return self.cells[key]

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Pairs of position and value, without refused positions. With several axes, tuples."""
        alone = len(self.axes) == 1
        return ((key[0] if alone else key, value) for key, value in self.cells.items())

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._compared() == other._compared()

    def _compared(self) -> tuple[object, ...]:
        refused = {key: error.to_dict() for key, error in self.errors.items()}
        return (self.axes, self.cells, self.kind, refused)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        cells, errors = dict(self.cells), dict(self.errors)
        given = (self.label, dict(self.axes), cells, self.kind, self.summary_line, errors)
        return (type(self), given)

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import DATA_VERSION

        return {
            "version": DATA_VERSION,
            "of": self.label,
            "kind": self.kind,
            "axes": {
                name: [place_data(value) for value in values] for name, values in self.axes.items()
            },
            "values": [
                {"at": dict(zip(self.axes, map(place_data, key), strict=True))} | self._data_at(key)
                for key in self.places()
            ],
        }

    def _data_at(self, key: tuple[Any, ...]) -> dict[str, Any]:
        from astragal.errors import Audience
        from astragal.render.data import fraction_data

        error = self.errors.get(key)
        if error is None:
            return fraction_data(self.cells[key])
        return {"error": error.to_dict(audience=Audience.PLAYER)}

    def places(self) -> Iterator[tuple[Any, ...]]:
        """Every position in order, including refused ones."""
        return product(*self.axes.values())

    def refusals(self, at: str = "refused at") -> list[str]:
        """Each kind of error once: the first position, the number of others, and the message."""
        kinds: dict[str, list[tuple[Any, ...]]] = {}
        for key, error in self.refused().items():
            kinds.setdefault(error.code, []).append(key)
        return [
            f"{at} {self.place(first)}{_and_more(len(rest))}: {self.refused()[first].message}"
            for first, *rest in kinds.values()
        ]

    def refused(self) -> Mapping[tuple[Any, ...], AstragalError]:
        """The error at each refused position."""
        return self.errors

    def place(self, key: tuple[Any, ...]) -> str:
        """A position in words: ``dc=15, bonus=3``."""
        return ", ".join(f"{n}={show(value)}" for n, value in zip(self.axes, key, strict=False))

    def headings(self) -> list[str]:
        """Column headings for a table."""
        first, *second = map(visible, self.axes)
        if not second:
            return [first, self.measure]
        _, columns = self.axes.values()
        return [rf"{first} \ {second[0]}", *map(show, columns)]

    def rows(self) -> list[tuple[str, list[Fraction | None]]]:
        """Rows for a table: each position on the first axis, with the values along the second.

        Refused positions are None.
        """
        first, *rest = self.axes.values()
        others = [(other,) for other in rest[0]] if rest else [()]
        return [
            (show(each), [self.cells.get((each, *other)) for other in others]) for each in first
        ]


def _and_more(places: int) -> str:
    return f" and {places:,} more" if places else ""


def place_data(value: Any) -> object:
    """A value of an axis: numbers and words as data, dice and the like as notation."""
    if isinstance(value, tuple):
        return [place_data(each) for each in value]
    plain = value is None or isinstance(value, int | str | Fraction | Enum)
    return to_data(value) if plain else show(value)
