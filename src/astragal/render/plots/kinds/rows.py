"""Rows: bars to the right of names of any length."""

from __future__ import annotations

from fractions import Fraction

from astragal.render.plots.axes import SMALL, Sideways, said_of, sideways, sideways_height
from astragal.render.plots.kinds import Kind
from astragal.render.plots.lettering import width_of
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scales import figure_of
from astragal.render.plots.scene import Area, Box, Scene, Text

_FIGURES = 11.0
_THICK = 18.0
_THIN = 14.0
"""Thickness of a bar: alone in its row (``_THICK``), or among others (``_THIN``)."""


class Rows(Kind):
    """A row for each name, with one bar per series, followed by its figure."""

    name = "rows"

    def height(self, panel: Panel, width: float) -> float:
        return sideways_height(panel.axis, width, _thickness(panel) * len(panel.series))

    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        thickness = _thickness(panel)
        figures = [figure_of(each, picture) for series in panel.series for each in series.values]
        right = max(width_of(text, _FIGURES) for text in figures) + 8
        height = thickness * len(panel.series)
        frame = sideways(scene, area, panel, picture, height, right)
        for number in range(len(panel.series)):
            for place in range(len(panel.axis.places)):
                middle = (frame.tops[place] + frame.tops[place + 1]) / 2
                top = middle - height / 2 + number * thickness
                self._bar(frame, panel, picture, place, number, (top, thickness))

    def _bar(
        self,
        frame: Sideways,
        panel: Panel,
        picture: Picture,
        place: int,
        number: int,
        across: tuple[float, float],
    ) -> None:
        scene, (top, thickness) = frame.scene, across
        value = panel.series[number].values[place]
        zero, end = frame.x(Fraction(0)), frame.x(value or Fraction(0))
        box = Box(
            min(zero, end), top + 1, abs(end - zero), thickness - 2, self.paint(number, panel)
        )
        scene.add(box)
        text = figure_of(value, picture)
        scene.add(Text(max(zero, end) + 5, top + thickness / 2 + _FIGURES / 3, text, _FIGURES))
        said = said_of(panel, place, number, picture)
        scene.spot(frame.area.left, top, frame.area.width, thickness, said)


def _thickness(panel: Panel) -> float:
    return _THICK if len(panel.series) == 1 else max(_THIN, SMALL + 2)
