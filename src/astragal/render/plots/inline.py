"""A small chart within a page, such as a notebook: follows the page's light or dark theme."""

from __future__ import annotations

from astragal.render.plots.layout import laid_out
from astragal.render.plots.markup import svg
from astragal.render.plots.picture import Picture
from astragal.render.plots.themes import ON_ANY_PAGE


def inline_chart(picture: Picture, width: int = 440) -> str:
    """The picture without its heading, as an element of a page that supplies the text."""
    return svg(laid_out(picture, width, bare=True), ON_ANY_PAGE, paper=False)
