"""PDF: for print."""

from __future__ import annotations

from astragal.render.plots.files import Look, PlotFile
from astragal.render.plots.layout import laid_out
from astragal.render.plots.painting import painted
from astragal.render.plots.picture import Picture
from astragal.render.plots.themes import DARK, LIGHT


class Pdf(PlotFile):
    """One page in the size of the plot."""

    form = "pdf"
    needs = "matplotlib"

    def written(self, picture: Picture, look: Look) -> bytes:
        theme = DARK if look.dark else LIGHT
        scene = laid_out(picture, look.width)
        # Without a date, the same odds give the same file.
        return painted(scene, theme, "pdf", Title=picture.title, CreationDate=None)
