"""A scene painted by matplotlib, for files that need letters as shapes."""

from __future__ import annotations

import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from astragal.render.plots.scene import OVER, PAPER, Box, Line, Mark, Scene, Sign, Text
from astragal.render.plots.themes import Theme, mixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DPI = 192
"""Dots per inch: two dots per pixel, as on current screens."""
_POINTS = 72 / 96
"""Points per pixel."""
_HATCHES = ("", "////", "..", "\\\\\\\\", "---", "++")
_SIGNS = {
    "circle": "o",
    "square": "s",
    "triangle": "^",
    "diamond": "D",
    "cross": "x",
    "plus": "+",
}
_ALIGNED = {"start": "left", "middle": "center", "end": "right"}


def figure_of(scene: Scene, theme: Theme) -> Figure:
    """The scene as a figure, with one unit per pixel."""
    from matplotlib.figure import Figure

    size = (scene.width / 96, scene.height / 96)
    figure = Figure(figsize=size, dpi=_DPI, facecolor=theme.colour(PAPER))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, scene.width)
    axes.set_ylim(scene.height, 0)
    for order, mark in enumerate(scene.marks):
        _add(axes, mark, theme, order)
    return figure


def painted(scene: Scene, theme: Theme, form: str, **metadata: Any) -> bytes:
    """The scene as a file in a form supported by matplotlib."""
    import matplotlib

    stream = BytesIO()
    with matplotlib.rc_context({"hatch.linewidth": 0.9}), warnings.catch_warnings():
        # The font draws a box for missing characters, which does not need a warning.
        warnings.filterwarnings("ignore", message="Glyph")
        figure_of(scene, theme).savefig(stream, format=form, dpi=_DPI, metadata=metadata)
    return stream.getvalue()


def _add(axes: Axes, mark: Mark, theme: Theme, order: int) -> None:
    if isinstance(mark, Box):
        _add_box(axes, mark, theme, order)
    elif isinstance(mark, Text):
        _add_text(axes, mark, theme, order)
    elif isinstance(mark, Line):
        _add_line(axes, mark, theme, order)
    else:
        _add_sign(axes, mark, theme, order)


def _add_box(axes: Axes, box: Box, theme: Theme, order: int) -> None:
    from matplotlib.patches import Rectangle

    patch = Rectangle(
        (box.x, box.y),
        box.width,
        box.height,
        facecolor=theme.colour(box.paint),
        edgecolor=mixed(theme.colour(box.paint), theme.colour(PAPER), OVER),
        linewidth=0,
        hatch=_HATCHES[box.paint.pattern] or None,
        zorder=order,
    )
    axes.add_patch(patch)


def _add_text(axes: Axes, text: Text, theme: Theme, order: int) -> None:
    axes.text(
        text.x,
        text.y,
        text.text,
        fontsize=text.size * _POINTS,
        family="DejaVu Sans",
        ha=_ALIGNED[text.anchor],
        va="baseline",
        color=theme.colour(text.paint),
        fontweight="bold" if text.bold else "normal",
        # Matplotlib would start a formula at a dollar sign.
        parse_math=False,
        zorder=order,
    )


def _add_line(axes: Axes, line: Line, theme: Theme, order: int) -> None:
    width = line.width * _POINTS
    xs, ys = zip(*line.points, strict=True)
    dash: Any = (0, tuple(each / line.width for each in line.dash)) if line.dash else "-"
    axes.plot(xs, ys, color=theme.colour(line.paint), linewidth=width, linestyle=dash, zorder=order)


def _add_sign(axes: Axes, sign: Sign, theme: Theme, order: int) -> None:
    axes.plot(
        [sign.x],
        [sign.y],
        marker=_SIGNS[sign.shape],
        markersize=8 * _POINTS,
        markeredgewidth=2 * _POINTS if sign.shape in ("cross", "plus") else 0,
        color=theme.colour(sign.paint),
        zorder=order,
    )
