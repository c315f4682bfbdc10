"""Steps: the chance of each number or more, which falls after each number."""

from __future__ import annotations

from astragal.render.plots.axes import Upright, said_of, upright
from astragal.render.plots.kinds import Kind
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scene import DASHES, Area, Line, Scene


class Steps(Kind):
    """A falling line for each series: where one is above another, it is the better bet."""

    name = "steps"
    sign = "line"

    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        frame = upright(scene, area, panel, picture)
        for number in range(len(panel.series)):
            self._stair(frame, panel, picture, number)

    def _stair(self, frame: Upright, panel: Panel, picture: Picture, number: int) -> None:
        half, points = frame.slot / 2, []
        edges = [frame.area.left, *(x + half for x in frame.places)]
        for place, value in enumerate(panel.series[number].values):
            if value is None:
                continue
            y = frame.y(value)
            points += [(edges[place], y), (edges[place + 1], y)]
            said = said_of(panel, place, number, picture)
            frame.scene.spot(edges[place], y - 8, edges[place + 1] - edges[place], 16, said)
        dash = DASHES[number % len(DASHES)]
        frame.scene.add(Line(tuple(points), self.paint(number, panel), 2.0, dash))
