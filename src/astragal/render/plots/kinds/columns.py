"""Columns: a distribution of numbers, or a few side by side."""

from __future__ import annotations

from fractions import Fraction

from astragal.render.plots.axes import Upright, said_of, upright
from astragal.render.plots.kinds import Kind
from astragal.render.plots.lettering import width_of
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scales import short_figure
from astragal.render.plots.scene import Area, Box, Scene, Text

_FIGURES = 11.0
_WIDEST = 90.0


class Columns(Kind):
    """A column for each position and series, with its figure above it if there is room."""

    name = "columns"

    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        frame = upright(scene, area, panel, picture)
        slot = min(frame.slot, _WIDEST * len(panel.series))
        gap = slot * 0.12 if slot > 4 else 0.0
        width = (slot - gap) / len(panel.series)
        written = _have_room(panel, picture, width)
        for number, series in enumerate(panel.series):
            for place, value in enumerate(series.values):
                left = frame.places[place] - (slot - gap) / 2 + number * width
                if value is not None:
                    box = _column(frame, left, width, value)
                    scene.add(Box(*box, self.paint(number, panel)))
                    if written:
                        _write(scene, box, short_figure(value, picture))
                said = said_of(panel, place, number, picture)
                scene.spot(left, frame.area.top, width, frame.area.height, said)


def _column(
    frame: Upright, left: float, width: float, value: Fraction
) -> tuple[float, float, float, float]:
    zero, end = frame.y(Fraction(0)), frame.y(value)
    return left, min(zero, end), width, abs(zero - end)


def _have_room(panel: Panel, picture: Picture, width: float) -> bool:
    texts = [
        short_figure(value, picture)
        for series in panel.series
        for value in series.values
        if value is not None
    ]
    return max((width_of(text, _FIGURES) for text in texts), default=0) + 3 <= width


def _write(scene: Scene, box: tuple[float, float, float, float], text: str) -> None:
    left, top, width, _ = box
    scene.add(Text(left + width / 2, top - 4, text, _FIGURES, "middle"))
