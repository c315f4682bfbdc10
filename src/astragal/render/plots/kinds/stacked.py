"""Stacked shares: the chance of each word, for each value of a parameter."""

from __future__ import annotations

from fractions import Fraction

from astragal.render.plots.axes import said_of, sideways, sideways_height, upright
from astragal.render.plots.kinds import Kind
from astragal.render.plots.lettering import width_of
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scales import short_figure
from astragal.render.plots.scene import PAPER, Area, Box, Paint, Scene, Text

_FIGURES = 11.0
_THICK = 22.0


class Stacked(Kind):
    """A column for each number, or a row for each name, divided by the shares of the series."""

    name = "stacked"

    def height(self, panel: Panel, width: float) -> float:
        if panel.axis.numbers is not None:
            return super().height(panel, width)
        return sideways_height(panel.axis, width, _THICK)

    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        for place in range(len(panel.axis.places)):
            if any(series.values[place] is None for series in panel.series):
                panel = _without(panel, place)
        if panel.axis.numbers is not None:
            self._columns(scene, area, panel, picture)
        else:
            self._rows(scene, area, panel, picture)

    def _columns(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        frame = upright(scene, area, panel, picture)
        width = min(frame.slot * (0.9 if frame.slot > 4 else 1), 90.0)
        written = width >= width_of("88.8", _FIGURES) + 6
        for place, x in enumerate(frame.places):
            for number, low, high in _parts(panel, place):
                top, bottom = frame.y(high), frame.y(low)
                box = Box(x - width / 2, top, width, bottom - top, self.paint(number, panel))
                self._share(scene, box, panel, picture, (place, number), written=written)

    def _rows(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        frame = sideways(scene, area, panel, picture, _THICK, 14.0)
        for place in range(len(panel.axis.places)):
            top = (frame.tops[place] + frame.tops[place + 1] - _THICK) / 2
            for number, low, high in _parts(panel, place):
                left, right = frame.x(low), frame.x(high)
                box = Box(left, top, right - left, _THICK, self.paint(number, panel))
                self._share(scene, box, panel, picture, (place, number))

    def _share(
        self,
        scene: Scene,
        box: Box,
        panel: Panel,
        picture: Picture,
        at: tuple[int, int],
        *,
        written: bool = True,
    ) -> None:
        place, number = at
        scene.add(box)
        scene.spot(*box[:4], said_of(panel, place, number, picture))
        value = panel.series[number].values[place]
        assert value is not None
        text = short_figure(value, picture)
        room = width_of(text, _FIGURES) + 6
        if written and room <= box.width and box.height >= _FIGURES + 4:
            middle, y = box.x + box.width / 2, box.y + box.height / 2
            # On a patch of paper, a figure is readable over any colour and pattern.
            scene.add(Box(middle - room / 2, y - 7.5, room, 15, PAPER))
            scene.add(Text(middle, y + _FIGURES / 3, text, _FIGURES, "middle", Paint("ink")))


def _without(panel: Panel, place: int) -> Panel:
    """The panel with zeros at a refused position, so that nothing is drawn there."""
    series = tuple(
        one._replace(values=(*one.values[:place], Fraction(0), *one.values[place + 1 :]))
        for one in panel.series
    )
    return panel._replace(series=series)


def _parts(panel: Panel, place: int) -> list[tuple[int, Fraction, Fraction]]:
    """The non-empty shares at a position as (series, start, end)."""
    parts, low = [], Fraction(0)
    for number, series in enumerate(panel.series):
        high = low + (series.values[place] or 0)
        if high > low:
            parts.append((number, low, high))
        low = high
    return parts
