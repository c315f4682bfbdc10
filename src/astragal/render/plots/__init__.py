"""Plots of odds, grids and shares, as files.

What is to be drawn is a `Picture` (`showing` makes it), each panel of which names its kind
(`kinds/`). `layout` makes a `Scene` of it: marks at their places. A file (`files/`) is a scene
written down, so a kind knows nothing about files, nor a file about kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.render.plots.files import Look, PlotFile, all_files
from astragal.render.plots.picture import Picture

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

WIDTHS = range(240, 4001)
"""How wide a plot may be, in pixels."""


def plot(
    several: Sequence[Distribution],
    path: str | Path,
    *,
    cumulative: bool = False,
    width: int = Look().width,
    dark: bool = False,
) -> None:
    """Draw distributions into a file; ``cumulative`` draws the chance of each number or more."""
    from astragal.render.plots.showing import picture_of_odds

    look = checked(path, width, dark)
    draw(picture_of_odds(several, cumulative=cumulative), path, look)


def draw(picture: Picture, path: str | Path, look: Look) -> None:
    """Write a picture into a file of any kind that there is; equal pictures give equal files."""
    written = file_for(path).written(picture, look)
    try:
        Path(path).write_bytes(written)
    except OSError as error:
        raise OddsError("bad-plot", f"{path}: {error.strerror or error}") from None


def checked(path: str | Path, width: int = Look().width, dark: bool = False) -> Look:
    """Refuse a file that cannot be drawn into, or a width, before anything is computed for it."""
    file_for(path)
    if type(width) is not int or width not in WIDTHS:
        raise OddsError(
            "bad-width",
            f"a plot is {WIDTHS[0]} to {WIDTHS[-1]:,} pixels wide, not {in_short(width)}",
        )
    return Look(width, bool(dark))


def file_for(path: str | Path) -> PlotFile:
    """The kind of file that a path names by its ending."""
    if not isinstance(path, str | Path) or "\0" in str(path):
        raise OddsError("bad-plot", f"a plot needs the path of a file, not {in_short(path)}")
    if _is_directory(path):
        raise OddsError("bad-plot", f"{path} is a directory; name a file in it, e.g. odds.svg")
    found = all_files().get(Path(path).suffix.lower())
    if found is None:
        *others, last = all_files()
        raise OddsError(
            "bad-plot",
            f"a plot is a file that ends in {', '.join(others)} or {last}, not {Path(path).name}",
        )
    _require(found)
    return found


def _is_directory(path: str | Path) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError) as error:
        raise OddsError("bad-plot", f"{path}: {error}") from None


def _require(file: PlotFile) -> None:
    """Refuse a file whose library is missing."""
    if file.needs is None:
        return
    from importlib import import_module

    try:
        import_module(file.needs)
    except ImportError:
        from astragal._extras import how_to_install

        free = " or ".join(each.ending for each in all_files().values() if each.needs is None)
        raise OddsError(
            "no-plots",
            f"{file.ending} files need {file.needs}, which is not installed; {free} need nothing",
            hint=how_to_install("plot"),
        ) from None
