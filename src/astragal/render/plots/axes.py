"""Frames for plots: vertical values above positions, or horizontal values beside names."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from astragal.render.plots.lettering import cut, in_rows, width_of
from astragal.render.plots.picture import Axis, Panel, Picture
from astragal.render.plots.scales import Scale, figure_of, labelled, positions, scale_of, slot_of
from astragal.render.plots.scene import GOAL, GRID, INK, MUTED, Area, Line, Said, Scene, Text

SMALL = 12.0
"""Font size of ticks, axis names and legends."""
LEADING = 15.0
_TICK_DISTANCE = 45
_HEADROOM = Fraction(8, 100)
"""Share of the scale left free for figures above columns."""
_ROOM = 8.0
"""Distance between a label and the axis."""
_ROWS_OF_A_NAME = 3


class Upright(NamedTuple):
    """A frame with vertical values, and positions from left to right."""

    scene: Scene
    area: Area
    """where values are drawn, inside the labels"""
    scale: Scale
    places: list[float]
    slot: float

    def y(self, value: Fraction) -> float:
        return self.area.bottom - self.scale.share(value) * self.area.height


def upright(scene: Scene, area: Area, panel: Panel, picture: Picture) -> Upright:
    """Draw the frame of a panel; the remaining area is for the values."""
    below = 2 * LEADING + 10 if panel.axis.name else LEADING + 8
    top, bottom = area.top + LEADING + 8, area.bottom - below
    scale = scale_of(picture, max(3, int((bottom - top) / _TICK_DISTANCE)), headroom=_HEADROOM)
    labels = [scale.label(tick) for tick in scale.ticks]
    left = area.left + max(width_of(label, SMALL) for label in labels) + _ROOM
    inner = Area(left, top, area.right, bottom)
    places = positions(panel.axis, inner.left, inner.right)
    made = Upright(scene, inner, scale, places, slot_of(panel.axis, inner.width))
    _value_ticks(made, labels)
    measured = cut(picture.measured, area.width, SMALL)
    scene.add(Text(area.left, area.top + LEADING - 4, measured, SMALL, paint=MUTED))
    _place_ticks(made, panel.axis, area)
    if picture.goal is not None:
        y = made.y(picture.goal)
        scene.add(Line(((inner.left, y), (inner.right, y)), GOAL, 1.5, (6, 4)))
    return made


def _value_ticks(frame: Upright, labels: list[str]) -> None:
    scene, area = frame.scene, frame.area
    for tick, label in zip(frame.scale.ticks, labels, strict=True):
        y = frame.y(tick)
        paint = MUTED if tick == 0 else GRID
        scene.add(Line(((area.left, y), (area.right, y)), paint))
        scene.add(Text(area.left - _ROOM, y + SMALL / 3, label, SMALL, "end", MUTED))


def _place_ticks(frame: Upright, axis: Axis, whole: Area) -> None:
    scene, area = frame.scene, frame.area
    y = area.bottom + LEADING + 2
    shown = axis._replace(places=tuple(cut(each, area.width / 2, SMALL) for each in axis.places))
    middles = [inside(x, text, whole) for x, text in zip(frame.places, shown.places, strict=True)]
    for number in labelled(shown, middles, SMALL):
        scene.add(Text(middles[number], y, shown.places[number], SMALL, "middle"))
    if axis.name:
        name = cut(axis.name, area.width, SMALL)
        middle = (area.left + area.right) / 2
        scene.add(Text(middle, y + LEADING + 3, name, SMALL, "middle", MUTED))


def inside(x: float, text: str, area: Area, size: float = SMALL) -> float:
    """The middle of a text near ``x``, shifted to keep the text inside the area."""
    half = width_of(text, size) / 2
    return max(area.left + half, min(x, area.right - half))


class Sideways(NamedTuple):
    """A frame with names on the left, one row each, and values to the right."""

    scene: Scene
    area: Area
    scale: Scale
    tops: list[float]
    """top of each row, then the bottom of the last one"""

    def x(self, value: Fraction) -> float:
        return self.area.left + self.scale.share(value) * self.area.width


class _Names(NamedTuple):
    room: float
    rows: list[tuple[str, ...]]


def _names(axis: Axis, width: float) -> _Names:
    widest = max((width_of(name, SMALL) for name in axis.places), default=0)
    room = min(widest, width * 0.4)
    return _Names(room, [in_rows(name, room + 1, SMALL, _ROWS_OF_A_NAME) for name in axis.places])


def heights(axis: Axis, width: float, thickness: float) -> list[float]:
    """Height of the row of each name, for its text and bars of this thickness."""
    rows = _names(axis, width).rows
    return [max(thickness, len(each) * LEADING) + _ROOM for each in rows]


def sideways_height(axis: Axis, width: float, thickness: float) -> float:
    """Height of a frame with all of its rows."""
    heading = LEADING if axis.name else 0
    return sum(heights(axis, width, thickness)) + 2 * LEADING + 14 + heading


def sideways(
    scene: Scene, area: Area, panel: Panel, picture: Picture, thickness: float, right: float
) -> Sideways:
    """Draw the frame of a panel; ``right`` is the space for labels after the bars."""
    names = _names(panel.axis, area.width)
    top = area.top + (LEADING if panel.axis.name else 0)
    tops = [top]
    for height in heights(panel.axis, area.width, thickness):
        tops.append(tops[-1] + height)
    inner = Area(area.left + names.room + _ROOM, top, area.right - right, tops[-1])
    scale = scale_of(picture, max(2, int(inner.width / 60)))
    made = Sideways(scene, inner, scale, tops)
    if panel.axis.name:
        name = cut(panel.axis.name, area.width, SMALL)
        scene.add(Text(area.left, area.top + SMALL - 2, name, SMALL, paint=MUTED))
    _write_names(made, names)
    _ticks_below(made, picture, area)
    return made


def _write_names(frame: Sideways, names: _Names) -> None:
    for number, rows in enumerate(names.rows):
        middle = (frame.tops[number] + frame.tops[number + 1]) / 2
        first = middle - (len(rows) - 1) * LEADING / 2 + SMALL / 3
        text = Text(frame.area.left - _ROOM, first, "", SMALL, "end", INK)
        frame.scene.rows(rows, text, LEADING)


def _ticks_below(frame: Sideways, picture: Picture, whole: Area) -> None:
    scene, area, scale = frame.scene, frame.area, frame.scale
    y = area.bottom + LEADING
    for tick in scale.ticks:
        x = frame.x(tick)
        scene.add(Line(((x, area.top), (x, area.bottom)), MUTED if tick == 0 else GRID))
    labels = Axis("", tuple(map(scale.label, scale.ticks)), tuple(scale.ticks))
    for number in labelled(labels, [frame.x(tick) for tick in scale.ticks], SMALL):
        text = labels.places[number]
        x = inside(frame.x(scale.ticks[number]), text, whole)
        scene.add(Text(x, y, text, SMALL, "middle", MUTED))
    measured = cut(picture.measured, whole.width, SMALL)
    middle = inside((area.left + area.right) / 2, measured, whole)
    scene.add(Text(middle, y + LEADING + 3, measured, SMALL, "middle", MUTED))
    if picture.goal is not None:
        x = frame.x(picture.goal)
        scene.add(Line(((x, area.top), (x, area.bottom)), GOAL, 1.5, (6, 4)))


_MOST_DIGITS = 400


def said_of(panel: Panel, place: int, number: int, picture: Picture) -> Said:
    """Description of one value: its position, the value, and its exact fraction."""
    series, axis = panel.series[number], panel.axis
    name = "" if axis.name in ("", "total", "outcome", "option") else f"{axis.name} "
    parts = [panel.title, f"{name}{axis.places[place]}"]
    if len(panel.series) > 1:
        parts.append(f"{panel.others} {series.name}".strip())
    where = ", ".join(filter(None, parts))
    value = series.values[place]
    if value is None:
        return Said(where, "refused", "")
    return Said(where, figure_of(value, picture), exactly(value))


def exactly(value: Fraction) -> str:
    """The exact fraction, or only its length if it is very long."""
    from astragal.render.data import digits

    above, below = digits(value.numerator), digits(value.denominator)
    if len(above) + len(below) > _MOST_DIGITS:
        return f"a fraction over a number of {len(below):,} digits"
    return above if value.denominator == 1 else f"{above}/{below}"
