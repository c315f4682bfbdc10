"""Plots of distributions: bars, lines or cumulative steps, as SVG or PNG."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from astragal._visible import in_short, shortened, visible
from astragal.errors import OddsError
from astragal.outcome import show
from astragal.render.data import approximately
from astragal.render.rows import require_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from astragal.odds.distribution import Distribution

COLOURS = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777"]
"""Paul Tol's bright scheme, which colour-blind readers can tell apart too."""

_MARGIN = Fraction(1, 10_000)
"""Outcomes at the ends that are rarer than this are left out of the plot."""

_NAMES = 40
"""The most outcomes without an order that fit into a plot."""

_LINES = ["-", "--", ":", "-."]
"""For more distributions than there are colours."""

FORMATS = (".svg", ".png")


def plot(several: Sequence[Distribution], path: str | Path, *, cumulative: bool = False) -> None:
    """Draw distributions into a file; ``cumulative`` draws the chance of each number or more."""
    check_path(path)
    if cumulative:
        require_numbers(several)
    save(_figure(several, cumulative), path)


def save(figure: Figure, path: str | Path) -> None:
    """Write a plot; equal plots give equal files."""
    import matplotlib

    # No date and no random names, so that the same odds give the same file.
    # Where the font lacks a character it draws a box, which needs no warning.
    with (
        matplotlib.rc_context({"svg.hashsalt": "astragal", "svg.fonttype": "none"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", message="Glyph")
        metadata: dict[str, Any] = {"Date": None} if Path(path).suffix.lower() == ".svg" else {}
        try:
            figure.savefig(path, dpi=150, metadata=metadata)
        except OSError as error:
            raise OddsError("bad-plot", f"{path}: {error.strerror or error}") from None


def _is_directory(path: str | Path) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError) as error:
        raise OddsError("bad-plot", f"{path}: {error}") from None


def check_path(path: str | Path) -> None:
    """Refuse a file that cannot be drawn into, before anything is computed for it."""
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise OddsError("bad-plot", f"a plot needs the path of a file, not {in_short(path)}")
    if _is_directory(path):
        raise OddsError("bad-plot", f"{path} is a directory; name a file in it, e.g. odds.svg")
    if Path(path).suffix.lower() not in FORMATS:
        raise OddsError("bad-plot", f"a plot is an .svg or a .png file, not {Path(path).name}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        from astragal._extras import how_to_install

        raise OddsError(
            "no-plots",
            "plots need matplotlib, which is not installed",
            hint=how_to_install("plot"),
        ) from None


def _figure(several: Sequence[Distribution], cumulative: bool) -> Figure:
    from matplotlib.ticker import PercentFormatter

    figure, axes = new_figure()
    if all(odds.numeric for odds in several):
        _draw_numbers(axes, several, cumulative)
    else:
        _draw_names(axes, several)
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_ylim(bottom=0)
    axes.set_ylabel("chance of this or more" if cumulative else "chance")
    labels = [odds.label for odds in several]
    if len(several) > 1:
        columns = 1 if max(map(len, labels)) > 30 else min(4, len(labels))
        figure.legend(loc="outside lower center", ncols=columns, frameon=False)
    elif labels[0]:
        axes.set_title(caption(labels[0]), loc="left")
    return figure


def new_figure() -> tuple[Figure, Axes]:
    """An empty plot in the common style."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    return figure, axes


def caption(text: str) -> str:
    """A text for a plot, short and on one line."""
    # To matplotlib, a dollar sign begins a formula.
    return shortened(visible(text), 70).replace("$", r"\$")


def _draw_numbers(axes: Axes, several: Sequence[Distribution], cumulative: bool) -> None:
    low = min(odds.quantile(_MARGIN) for odds in several)
    high = max(odds.quantile(1 - _MARGIN) for odds in several)
    for place, odds in enumerate(several):
        points: list[tuple[Any, Fraction]] = (
            odds.cumulative(at_least=True) if cumulative else list(odds.items())
        )
        inside = [(approximately(x), float(y)) for x, y in points if low <= x <= high]
        xs, ys = [x for x, _ in inside], [y for _, y in inside]
        colour, label = COLOURS[place % len(COLOURS)], caption(odds.heading)
        line = _LINES[place // len(COLOURS) % len(_LINES)]
        if cumulative:
            # The line falls behind each number; before the first, reaching it is certain.
            left, right = approximately(low) - 1, approximately(high) + 1
            rest = float(odds.more_than(high))
            axes.step(
                [left, *xs, right],
                [ys[0] if ys else 1.0, *ys, rest],
                where="pre",
                color=colour,
                label=label,
                linestyle=line,
            )
        elif len(several) == 1 and len(xs) <= 200:
            gaps = [b - a for a, b in pairwise(xs)]
            axes.bar(xs, ys, width=0.9 * min(gaps, default=1), color=colour, label=label)
        else:
            marker = "o" if len(inside) * len(several) <= 200 else ""
            axes.plot(
                xs, ys, color=colour, label=label, marker=marker, markersize=4, linestyle=line
            )
    ticks = sorted({x for odds in several for x in odds if low <= x <= high})
    if len(ticks) <= 12:
        axes.set_xticks([approximately(x) for x in ticks], [show(x) for x in ticks])
    elif all(isinstance(outcome, int) for odds in several for outcome in odds):
        from matplotlib.ticker import MaxNLocator

        axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_names(axes: Axes, several: Sequence[Distribution]) -> None:
    outcomes = list(dict.fromkeys(outcome for odds in several for outcome in odds))
    if len(outcomes) > _NAMES:
        raise OddsError(
            "too-many-names", f"{len(outcomes):,} outcomes without an order do not fit into a plot"
        )
    width = 0.8 / len(several)
    for place, odds in enumerate(several):
        shift = (place - (len(several) - 1) / 2) * width
        axes.bar(
            [index + shift for index in range(len(outcomes))],
            [float(odds.probability(outcome)) for outcome in outcomes],
            width=width,
            color=COLOURS[place % len(COLOURS)],
            label=caption(odds.heading),
        )
    names = [caption(show(outcome)) for outcome in outcomes]
    axes.set_xticks(range(len(outcomes)), names, rotation=30 if len(outcomes) > 6 else 0)
