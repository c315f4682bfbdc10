"""SVG: scalable pictures with searchable text; pointing at a bar shows its fraction."""

from __future__ import annotations

from astragal.render.plots.files import Look, PlotFile
from astragal.render.plots.layout import laid_out
from astragal.render.plots.markup import svg
from astragal.render.plots.picture import Picture
from astragal.render.plots.themes import DARK, LIGHT


class Svg(PlotFile):
    """A stand-alone file."""

    form = "svg"

    def written(self, picture: Picture, look: Look) -> bytes:
        theme = DARK if look.dark else LIGHT
        drawn = svg(laid_out(picture, look.width), theme)
        return f'<?xml version="1.0" encoding="utf-8"?>\n{drawn}\n'.encode()
