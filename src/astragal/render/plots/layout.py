"""From a picture to a scene: heading, legend, panels and notes, one below the other."""

from __future__ import annotations

from typing import NamedTuple

from astragal.render.plots.axes import LEADING, SMALL
from astragal.render.plots.kinds import Kind, all_kinds
from astragal.render.plots.lettering import cut, in_rows, width_of
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scene import (
    DASHES,
    MUTED,
    SIGNS,
    Area,
    Box,
    Line,
    Scene,
    Sign,
    Text,
)

_MARGIN = 16.0
_TITLE = 15.0
_PANEL = 230.0
"""The least width of a panel next to others."""
_BETWEEN = 20.0
_SWATCH = 26.0
_UNBROKEN = 30
"""Longer parts of a summary may wrap."""
_MOST_NAMES = 24
"""The most series listed in a legend."""


def laid_out(picture: Picture, width: float = 800, *, bare: bool = False) -> Scene:
    """Draw a picture in this width, as high as necessary; ``bare`` leaves out the heading."""
    scene = Scene(width, picture.title)
    margin = 4.0 if bare else _MARGIN
    area = Area(margin, margin, width - margin, 0)
    y = margin if bare else _heading(scene, area, picture)
    y = _legend(scene, area, picture, y)
    y = _panels(scene, area._replace(top=y), picture)
    if picture.note:
        rows = in_rows(picture.note, area.width, 11, 3)
        y = scene.rows(rows, Text(area.left, y + 14, "", 11, paint=MUTED), 14) - 6
    scene.height = round(y + margin)
    return scene


def _heading(scene: Scene, area: Area, picture: Picture) -> float:
    rows = in_rows(picture.title, area.width, _TITLE, 2, bold=True)
    title = Text(area.left, area.top + _TITLE - 2, "", _TITLE, bold=True)
    y = scene.rows(rows, title, _TITLE + 4)
    rows = in_rows(_unbroken(picture.summary), area.width, SMALL, 3)
    return scene.rows(rows, Text(area.left, y, "", SMALL, paint=MUTED), LEADING) - 2


def _unbroken(summary: str) -> str:
    """A summary with non-breaking spaces in its short parts: ``mean 3.50 · 1 to 6``."""
    parts = summary.split(" · ")
    kept = (part.replace(" ", "\u00a0") if len(part) <= _UNBROKEN else part for part in parts)
    return " · ".join(kept)


class _Column(NamedTuple):
    columns: int
    width: float


def _columns(panels: int, width: float) -> _Column:
    columns = max(1, min(panels, int((width + _BETWEEN) // (_PANEL + _BETWEEN))))
    return _Column(columns, (width - (columns - 1) * _BETWEEN) / columns)


def _panels(scene: Scene, area: Area, picture: Picture) -> float:
    """Draw all panels in rows; returns the bottom of the last row."""
    columns, width = _columns(len(picture.panels), area.width)
    y = area.top
    for first in range(0, len(picture.panels), columns):
        row = picture.panels[first : first + columns]
        heading = LEADING + 6 if any(panel.title for panel in row) else 0
        height = max(_kind(panel).height(panel, width) for panel in row)
        for place, panel in enumerate(row):
            left = area.left + place * (width + _BETWEEN)
            if panel.title:
                title = cut(panel.title, width, SMALL, bold=True)
                scene.add(Text(left, y + SMALL, title, SMALL, bold=True))
            inner = Area(left, y + heading, left + width, y + heading + height)
            _kind(panel).draw(scene, inner, panel, picture)
        y += heading + height + (_BETWEEN if first + columns < len(picture.panels) else 0)
    return y


def _kind(panel: Panel) -> Kind:
    return all_kinds()[panel.kind]


# The legend


def _legend(scene: Scene, area: Area, picture: Picture, y: float) -> float:
    """Draw the legend in as many rows as needed; returns its bottom."""
    panel = picture.panels[0]
    kind = _kind(panel)
    if len(panel.series) < 2 or not kind.sign:
        return y
    y += SMALL + 2
    x = area.left
    if panel.others:
        name = cut(f"{panel.others}:", area.width / 2, SMALL)
        scene.add(Text(x, y, name, SMALL, paint=MUTED))
        x += width_of(name, SMALL) + 10
    start = x if area.right - x > area.width / 2 else area.left
    for number, series in enumerate(panel.series[:_MOST_NAMES]):
        name = cut(series.name, area.right - start - _SWATCH - 4, SMALL)
        wide = _SWATCH + width_of(name, SMALL) + 16
        if x > start and x + wide - 16 > area.right:
            x, y = start, y + LEADING + 4
        _swatch(scene, x, y, number, panel, kind)
        scene.add(Text(x + _SWATCH, y, name, SMALL))
        x += wide
    if len(panel.series) > _MOST_NAMES:
        more = f"and {len(panel.series) - _MOST_NAMES} more"
        y += LEADING + 4
        scene.add(Text(area.left, y, more, SMALL, paint=MUTED))
    return y + 14


def _swatch(scene: Scene, x: float, y: float, number: int, panel: Panel, kind: Kind) -> None:
    paint = kind.paint(number, panel)
    if kind.sign == "box":
        scene.add(Box(x, y - SMALL + 2, 20, SMALL, paint))
        return
    middle = y - SMALL / 3
    dash = DASHES[number % len(DASHES)]
    scene.add(Line(((x, middle), (x + 22, middle)), paint, 2.0, dash))
    if kind.sign == "signed line":
        scene.add(Sign(x + 11, middle, SIGNS[number % len(SIGNS)], paint))
