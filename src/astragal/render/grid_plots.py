"""Plots of grids: lines, or a heat map where there would be too many."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from astragal.outcome import show
from astragal.render.data import approximately
from astragal.render.figures import figure
from astragal.render.grid import Grid
from astragal.render.plots import COLOURS, caption, check_path, new_figure, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WRITTEN = 150
"""The most cells of a heat map that have room for figures."""

_LINES = 7
"""The most values on the second axis that are drawn as lines; more make a heat map."""


def plot_grid(grid: Grid, path: str | Path, *, at: Fraction | None = None) -> None:
    """Draw a grid into a file; ``at`` marks a value, such as a goal, with a line."""
    check_path(path)
    figure_, axes = new_figure()
    if len(grid.axes) == 1 or len(tuple(grid.axes.values())[1]) <= _LINES:
        _draw_lines(axes, grid, at)
        if len(grid.axes) == 2:
            _, second = grid.axes
            figure_.legend(
                loc="outside lower center", ncols=_LINES, frameon=False, title=caption(second)
            )
    else:
        _draw_heat(axes, grid)
    axes.set_title(caption(grid.label), loc="left")
    save(figure_, path)


def _height(value: Fraction | None) -> float:
    """A value as it is drawn: one that was refused leaves a gap."""
    return math.nan if value is None else approximately(value)


def _ticks(values: tuple[Any, ...]) -> list[int]:
    """The places of an axis that get a label: all, or some at even distances."""
    stride = -(-len(values) // 20)
    return list(range(0, len(values), stride))


def _draw_lines(axes: Axes, grid: Grid, at: Fraction | None) -> None:
    first, *second = grid.axes
    values = grid.axes[first]
    columns = grid.axes[second[0]] if second else (None,)
    rows = grid.rows()
    ordered = all(isinstance(value, int | Fraction) for value in values)
    places = [
        approximately(value) if ordered else float(place) for place, value in enumerate(values)
    ]
    for column, name in enumerate(columns):
        heights = [_height(row[column]) for _, row in rows]
        colour = COLOURS[column % len(COLOURS)]
        label = None if name is None else caption(show(name))
        if ordered:
            marker = "o" if len(values) <= 60 else ""
            axes.plot(places, heights, color=colour, marker=marker, markersize=4, label=label)
        else:
            # Names have nothing between them for a line to cross.
            width = 0.8 / len(columns)
            shift = (column - (len(columns) - 1) / 2) * width
            axes.bar([place + shift for place in places], heights, width, color=colour, label=label)
    if at is not None:
        axes.axhline(float(at), color="#777777", linestyle="--", linewidth=1)
    ticks = _ticks(values)
    axes.set_xticks(
        [places[tick] for tick in ticks], [caption(show(values[tick])) for tick in ticks]
    )
    axes.set_xlabel(caption(first))
    axes.set_ylabel(grid.kind)
    if grid.kind == "chance":
        from matplotlib.ticker import PercentFormatter

        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_ylim(0, 1.02)


def _draw_heat(axes: Axes, grid: Grid) -> None:
    first, second = grid.axes
    rows = grid.rows()
    heights = [[_height(value) for value in values] for _, values in rows]
    low, high = (0.0, 1.0) if grid.kind == "chance" else (None, None)
    picture = axes.imshow(heights, aspect="auto", cmap="Blues", vmin=low, vmax=high)
    axes.set_yticks(
        _ticks(grid.axes[first]), [caption(rows[tick][0]) for tick in _ticks(grid.axes[first])]
    )
    columns = grid.axes[second]
    axes.set_xticks(_ticks(columns), [caption(show(columns[tick])) for tick in _ticks(columns)])
    axes.set_ylabel(caption(first))
    axes.set_xlabel(caption(second))
    axes.grid(visible=False)
    if len(grid) > _WRITTEN:
        assert axes.figure is not None
        axes.figure.colorbar(picture, ax=axes)
        return
    middle = sum(picture.get_clim()) / 2
    for y, (_, values) in enumerate(rows):
        for x, value in enumerate(values):
            shade = "white" if _height(value) > middle else "black"
            text = (
                f"{round(approximately(value) * 100)}"
                if value is not None and grid.kind == "chance"
                else figure(value, "mean")
            )
            axes.text(x, y, text, ha="center", va="center", color=shade, fontsize=8)
