"""Pictures of odds, grids and shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import isfinite
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.outcome import Number, show
from astragal.render.data import approximately
from astragal.render.figures import percent, summary
from astragal.render.plots.picture import Axis, Panel, Picture, Series
from astragal.render.rows import Row, require_numbers, table_rows

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.grid import Grid

_RARE = Fraction(1, 10_000)
"""Numbers at the ends whose chances add up to less than this are not drawn."""
_NAMES = 25
"""The most unordered outcomes that are drawn."""
_NUMBERS = 300
"""The most numbers with their own point; more are grouped."""
_GROUPS = 60
_FEW = 12
"""Several distributions of at most this many numbers are columns side by side, of more, lines."""
_LINES = 7
"""Up to this many values of a second parameter are lines or bars, more are a heat map."""
_SHORT = 60
"""The most characters for several names in a title."""
_CHANCE = "chance in %"
_MEASURED = {"chance": _CHANCE, "points": "percentage points"}
"""Axis labels for kinds of grids; other kinds are labelled by their own name."""


# Distributions


def picture_of_odds(several: Sequence[Distribution], *, cumulative: bool = False) -> Picture:
    """A picture of one distribution, or of several compared."""
    if cumulative:
        require_numbers(several)
    if all(odds.numeric for odds in several):
        panel, note = _numbers(several, cumulative)
    else:
        panel, note = _names(several)
    measured = "chance of this or more, in %" if cumulative else _CHANCE
    told = summary(several[0]) if len(several) == 1 else ""
    return Picture(_title(several), (panel,), measured, summary=told, note=note, whole=cumulative)


def _title(several: Sequence[Distribution]) -> str:
    names = ", ".join(odds.heading for odds in several)
    short = len(several) == 1 or len(names) <= _SHORT
    return names if short else f"{len(several)} rolls compared"


def _names(several: Sequence[Distribution]) -> tuple[Panel, str]:
    """Outcomes without an order; if there are too many, a note mentions the rarest."""
    rows = table_rows(several, _NAMES)
    panel = _rows_panel(several, [row for row in rows if not row.others], "outcome", "rows")
    told = [
        f"{row.name} together: {', '.join(map(percent, row.chances))}" for row in rows if row.others
    ]
    return panel, "not drawn: " + told[0] if told else ""


def _numbers(several: Sequence[Distribution], cumulative: bool) -> tuple[Panel, str]:
    low = min(odds.quantile(_RARE) for odds in several)
    high = max(odds.quantile(1 - _RARE) for odds in several)
    listed: set[Any] = {number for odds in several for number in odds if low <= number <= high}
    if len(listed) > _NUMBERS:
        return _grouped(several, cumulative)
    numbers = sorted(listed)
    axis = Axis("total", tuple(map(show, numbers)), _drawable(numbers))
    chance = _at_least if cumulative else _exactly
    series = tuple(
        Series(odds.heading, tuple(chance(odds, number) for number in numbers)) for odds in several
    )
    few = len(several) == 1 or len(numbers) <= _FEW
    kind = "steps" if cumulative else "columns" if few else "lines"
    return Panel(kind, axis, series), _left_out(several, low, high)


def _at_least(odds: Distribution, number: Number) -> Fraction:
    return odds.at_least(number)


def _exactly(odds: Distribution, number: Number) -> Fraction:
    return odds.probability(number)


def _drawable(numbers: Sequence[Number]) -> tuple[Number, ...] | None:
    """The numbers if they can be drawn to scale; None if they exceed the range of floats."""
    ends = (approximately(numbers[0]), approximately(numbers[-1]))
    return tuple(numbers) if all(map(isfinite, ends)) else None


def _left_out(several: Sequence[Distribution], low: Number, high: Number) -> str:
    """A note about the rare numbers at the ends."""
    below = max(1 - odds.at_least(low) for odds in several)
    above = max(odds.more_than(high) for odds in several)
    each = "" if len(several) == 1 else "at most "
    parts = [
        f"{each}{percent(chance)} {where} {show(end)}"
        for chance, where, end in ((below, "below", low), (above, "above", high))
        if chance
    ]
    return f"not drawn: {' and '.join(parts)}" if parts else ""


def _grouped(several: Sequence[Distribution], cumulative: bool) -> tuple[Panel, str]:
    kind = "steps" if cumulative else "columns" if len(several) == 1 else "lines"
    panel = _rows_panel(several, table_rows(several, _GROUPS), "total", kind, cumulative)
    return panel, "in groups: each place stands for several totals"


def _rows_panel(
    several: Sequence[Distribution],
    rows: Sequence[Row],
    name: str,
    kind: str,
    cumulative: bool = False,
) -> Panel:
    axis = Axis(name, tuple(visible(row.name) for row in rows))
    series = tuple(
        Series(
            odds.heading,
            tuple((row.at_least if cumulative else row.chances)[place] for row in rows),
        )
        for place, odds in enumerate(several)
    )
    return Panel(kind, axis, series)


# Grids


def picture_of_grid(
    grid: Grid, *, goal: Fraction | None = None, axis_name: str | None = None
) -> Picture:
    """A picture of a grid: lines along numbers, bars beside names, or heat for many values."""
    first, *second = grid.axes
    columns = grid.axes[second[0]] if second else ()
    rows = grid.rows()
    series = tuple(
        Series(visible(name), tuple(values[number] for _, values in rows))
        for number, name in enumerate(map(show, columns) if second else [grid.kind])
    )
    axis = _axis(first if axis_name is None else axis_name, grid.axes[first])
    kind = "heat" if len(columns) > _LINES else "rows" if axis.numbers is None else "lines"
    others = visible(second[0]) if second else ""
    chance = grid.kind == "chance"
    return Picture(
        grid.label or f"{grid.kind} by {' and '.join(map(visible, grid.axes))}",
        (Panel(kind, axis, series, others=others),),
        _MEASURED.get(grid.kind, grid.kind),
        grid.kind,
        grid.summary_line,
        " · ".join(grid.refusals()),
        goal,
        whole=chance and kind == "lines",
    )


def _axis(name: str, values: Sequence[Any]) -> Axis:
    """An axis of a parameter, drawn to scale if its values are numbers in ascending order."""
    numbers = None
    if all(type(value) in (int, Fraction) for value in values):
        rising = all(a < b for a, b in pairwise(values))
        numbers = _drawable(values) if rising else None
    return Axis(visible(name), tuple(visible(show(value)) for value in values), numbers)


# Shares


def picture_of_shares(
    title: str,
    axes: Mapping[str, Sequence[Any]],
    words: Iterable[str],
    chances: Mapping[tuple[Any, ...], Mapping[str, Fraction] | None],
    *,
    summary: str = "",
    note: str = "",
) -> Picture:
    """A picture of words along one parameter, or two: a panel for each value of the second one.

    ``words`` are stacked in their order. ``chances`` holds, for each position as a tuple, the
    chance of each word, or None if it was refused; words that are left out have a chance of 0.
    """
    (name, values), *more = axes.items()
    listed = tuple(words)
    axis = _axis(name, values)
    panels = []
    for other in product(*(others for _, others in more)):
        places = [chances[value, *other] for value in values]
        series = tuple(
            Series(visible(word), tuple(_share(each, word) for each in places)) for word in listed
        )
        heading = ", ".join(
            f"{visible(each)} {show(value)}" for (each, _), value in zip(more, other, strict=True)
        )
        panels.append(Panel("stacked", axis, series, heading))
    return Picture(
        visible(title), tuple(panels), _CHANCE, "chance", visible(summary), note, whole=True
    )


def _share(chances: Mapping[str, Fraction] | None, word: str) -> Fraction | None:
    return None if chances is None else chances.get(word, Fraction(0))
