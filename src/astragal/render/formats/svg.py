"""SVG: a picture as text, for a page or a message; rolls do not have a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.render.formats import PLAIN, Format, Layout

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.grid import RenderedGrid
    from astragal.render.plots.picture import Picture
    from astragal.render.report import Reported
    from astragal.rolling.roll import Roll


class SvgPicture(Format):
    """The plot as text. The width is in pixels."""

    name = "svg"
    help = "Write a picture, as SVG."

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        raise self._refusal("rolls")

    def distributions(self, several: Sequence[Distribution], layout: Layout = PLAIN) -> str:
        from astragal.render.plots.showing import picture_of_odds

        return _drawn(picture_of_odds(several, cumulative=layout.cumulative), layout)

    def grid(self, shown: RenderedGrid, layout: Layout = PLAIN) -> str:
        return _drawn(shown.picture(), layout)

    def report(self, shown: Reported, layout: Layout = PLAIN) -> str:
        return _drawn(shown.picture(), layout)


def _drawn(picture: Picture, layout: Layout) -> str:
    from astragal.render.plots import checked_look
    from astragal.render.plots.files import Look
    from astragal.render.plots.files.svg import Svg

    look = checked_look(Look().width if layout.width is None else layout.width)
    return Svg().written(picture, look).decode()
