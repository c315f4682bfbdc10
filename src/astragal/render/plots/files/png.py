"""PNG: for chat programs and documents; two dots per pixel of its width."""

from __future__ import annotations

from astragal.render.plots.files import Look, PlotFile
from astragal.render.plots.layout import laid_out
from astragal.render.plots.painting import painted
from astragal.render.plots.picture import Picture
from astragal.render.plots.themes import DARK, LIGHT


class Png(PlotFile):
    """An image painted by matplotlib."""

    form = "png"
    needs = "matplotlib"

    def written(self, picture: Picture, look: Look) -> bytes:
        theme = DARK if look.dark else LIGHT
        return painted(laid_out(picture, look.width), theme, "png", Title=picture.title)
