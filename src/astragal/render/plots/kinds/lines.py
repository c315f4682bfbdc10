"""Lines: chances or means along a parameter, and distributions of numbers compared."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from astragal.render.plots.axes import Upright, said_of, upright
from astragal.render.plots.kinds import Kind
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scene import DASHES, SIGNS, Area, Line, Scene, Sign

_SIGNED = 9.0
"""The least distance between points with signs."""
_SPOT = 16.0


class Lines(Kind):
    """A line for each series with a marker at each point; refused values leave gaps."""

    name = "lines"
    sign = "signed line"

    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        frame = upright(scene, area, panel, picture)
        for number in range(len(panel.series)):
            self._line(frame, panel, picture, number)

    def _line(self, frame: Upright, panel: Panel, picture: Picture, number: int) -> None:
        scene, paint = frame.scene, self.paint(number, panel)
        values = panel.series[number].values
        drawn = _support(values) if picture.measure == "chance" and not picture.whole else values
        points = [
            None if value is None else (x, frame.y(value))
            for x, value in zip(frame.places, drawn, strict=True)
        ]
        for missing, run in groupby(points, lambda point: point is None):
            if not missing:
                stretch = tuple(point for point in run if point is not None)
                scene.add(Line(stretch, paint, 2.0, DASHES[number % len(DASHES)]))
        signed = frame.slot >= _SIGNED
        for place, point in enumerate(points):
            if point is None:
                continue
            if signed:
                scene.add(Sign(*point, SIGNS[number % len(SIGNS)], paint))
            wide = min(_SPOT, max(frame.slot, 3.0))
            x, y = point[0] - wide / 2, point[1] - _SPOT / 2
            scene.spot(x, y, wide, _SPOT, said_of(panel, place, number, picture))


def _support(values: tuple[Fraction | None, ...]) -> tuple[Fraction | None, ...]:
    """The chances of a distribution from its first to its last possible outcome; None outside."""
    possible = [place for place, value in enumerate(values) if value]
    first, last = (possible[0], possible[-1]) if possible else (0, len(values))
    return tuple(value if first <= n <= last else None for n, value in enumerate(values))
