"""Heat maps: a value for each pair of two parameters; stronger colours are higher."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from astragal.render.data import approximately
from astragal.render.plots.axes import LEADING, SMALL, inside, said_of
from astragal.render.plots.kinds import Kind
from astragal.render.plots.lettering import cut, width_of
from astragal.render.plots.picture import Axis, Panel, Picture
from astragal.render.plots.scales import labelled, plain, short_figure
from astragal.render.plots.scene import MUTED, Area, Box, Paint, Scene, Text

_FIGURES = 11.0
_LEAST = 7.0
"""The least height of a cell."""
_BEST = 24.0
_KEY = 120.0


class Heat(Kind):
    """A cell for each value: the axis down, the series across, and a key to the colours."""

    name = "heat"
    sign = ""

    def height(self, panel: Panel, width: float) -> float:
        rows = len(panel.axis.places)
        cell = max(_LEAST, min(_BEST, 480 / rows))
        return cell * rows + 4 * LEADING + 14

    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        names = [cut(each, area.width / 3, SMALL) for each in panel.axis.places]
        left = area.left + max(width_of(name, SMALL) for name in names) + 8
        inner = Area(left, area.top + 2 * LEADING + 6, area.right, area.bottom - 2 * LEADING - 8)
        across = Axis(panel.others, tuple(series.name for series in panel.series))
        wide, high = inner.width / len(across.places), inner.height / len(names)
        least, most = _ends(picture)
        written = self._have_room(panel, picture, wide, high)
        for x, y in product(range(len(across.places)), range(len(names))):
            place = (inner.left + x * wide, inner.top + y * high, wide, high)
            scene.spot(*place, said_of(panel, y, x, picture))
            value = panel.series[x].values[y]
            if value is not None:
                share = approximately((value - least) / (most - least))
                scene.add(Box(place[0], place[1], wide - 1, high - 1, Paint("heat", share)))
            if written or value is None:
                text = "–" if value is None else short_figure(value, picture)
                middle = (place[0] + wide / 2, place[1] + high / 2 + _FIGURES / 3)
                scene.add(Text(*middle, text, _FIGURES, "middle"))
        self._names(scene, area, inner, panel.axis._replace(places=tuple(names)), across)
        self._key(scene, area, picture, (least, most))

    def _have_room(self, panel: Panel, picture: Picture, wide: float, high: float) -> bool:
        texts = [
            short_figure(value, picture)
            for series in panel.series
            for value in series.values
            if value is not None
        ]
        widest = max(width_of(text, _FIGURES) for text in texts)
        return widest + 3 <= wide and high >= _FIGURES + 2

    def _names(self, scene: Scene, area: Area, inner: Area, down: Axis, across: Axis) -> None:
        wide, high = inner.width / len(across.places), inner.height / len(down.places)
        middles = [inner.left + (place + 0.5) * wide for place in range(len(across.places))]
        for place in labelled(across, middles, SMALL):
            text = across.places[place]
            x = inside(middles[place], text, area)
            scene.add(Text(x, inner.bottom + LEADING, text, SMALL, "middle"))
        name = cut(across.name, inner.width, SMALL)
        middle = (inner.left + inner.right) / 2
        scene.add(Text(middle, inner.bottom + 2 * LEADING + 3, name, SMALL, "middle", MUTED))
        every = max(1, -int(-(SMALL + 2) // high))
        for place in range(0, len(down.places), every):
            y = inner.top + (place + 0.5) * high + SMALL / 3
            scene.add(Text(inner.left - 8, y, down.places[place], SMALL, "end"))
        heading = cut(down.name, area.width, SMALL)
        scene.add(Text(area.left, inner.top - 5, heading, SMALL, paint=MUTED))

    def _key(
        self, scene: Scene, area: Area, picture: Picture, ends: tuple[Fraction, Fraction]
    ) -> None:
        """The key to the colours: a strip from the least to the greatest value."""
        scale = 100 if picture.measure == "chance" else 1
        low, high = (plain(Fraction(round(end * scale * 100), 100)) for end in ends)
        strip = area.right - width_of(high, SMALL) - 6 - _KEY
        y = area.top + SMALL - 2
        for part in range(24):
            x = strip + part * _KEY / 24
            scene.add(Box(x, area.top, _KEY / 24 + 0.3, SMALL, Paint("heat", part / 23)))
        scene.add(Text(area.right, y, high, SMALL, "end", MUTED))
        scene.add(Text(strip - 6, y, low, SMALL, "end", MUTED))
        room = strip - 12 - width_of(low, SMALL) - area.left
        scene.add(Text(area.left, y, cut(picture.measured, room, SMALL), SMALL, paint=MUTED))


def _ends(picture: Picture) -> tuple[Fraction, Fraction]:
    """The values at both ends of the colour scale."""
    if picture.measure == "chance":
        return Fraction(0), Fraction(1)
    values = picture.values
    return min(values), max(max(values), min(values) + Fraction(1, 100))
