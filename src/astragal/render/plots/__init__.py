"""Plots of odds, grids and shares, in files on disk or in memory.

A plot starts as a `Picture` (made in `showing`); each of its panels names its kind (`kinds/`).
`layout` turns it into a `Scene`: marks with positions. A file (`files/`) is a serialized scene, so
kinds and files do not depend on each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.render.plots.files import Look, PlotFile, all_files
from astragal.render.plots.picture import Picture

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

WIDTHS = range(240, 4001)
"""Allowed widths of a plot, in pixels."""


class Writable(Protocol):
    """A file object that takes bytes, such as `io.BytesIO`."""

    def write(self, written: bytes, /) -> Any: ...


Target: TypeAlias = str | Path | Writable
"""Destination of a plot: the path of a file, or a file object."""


def plot(
    several: Sequence[Distribution],
    file: Target,
    *,
    form: str | None = None,
    cumulative: bool = False,
    width: int = Look().width,
    dark: bool = False,
) -> None:
    """Draw distributions in a file; ``cumulative`` draws the chance of each number or more."""
    from astragal.render.plots.showing import picture_of_odds

    checked(file, width, dark, form)
    draw(picture_of_odds(several, cumulative=cumulative), file, Look(width, dark), form)


def draw(picture: Picture, file: Target, look: Look, form: str | None = None) -> None:
    """Write a picture to any supported kind of file; equal pictures give equal files."""
    written = kind_of(file, form).written(picture, look)
    try:
        if isinstance(file, str | Path):
            Path(file).write_bytes(written)
        else:
            file.write(written)
    except OSError as error:
        raise OddsError("bad-plot", f"{file}: {error.strerror or error}") from None
    except TypeError:
        said = "a plot is written as bytes; open the file in binary mode"
        raise OddsError("bad-plot", said) from None
    except ValueError as error:  # the file is closed
        raise OddsError("bad-plot", str(error)) from None


def checked(
    file: Target, width: int = Look().width, dark: bool = False, form: str | None = None
) -> Look:
    """Refuse an unusable file or width before anything is computed."""
    kind_of(file, form)
    return checked_look(width, dark)


def checked_look(width: int, dark: bool = False) -> Look:
    """Refuse an invalid width."""
    if type(width) is not int or width not in WIDTHS:
        raise OddsError(
            "bad-width",
            f"a plot is {WIDTHS[0]} to {WIDTHS[-1]:,} pixels wide, not {in_short(width)}",
        )
    return Look(width, bool(dark))


def kind_of(file: Target, form: str | None = None) -> PlotFile:
    """The requested kind of file, or the one given by the ending of a path."""
    *others, last = kinds = all_files()
    if isinstance(file, str | Path):
        if "\0" in str(file):
            raise OddsError("bad-plot", f"a plot needs the path of a file, not {in_short(file)}")
        if _is_directory(file):
            raise OddsError("bad-plot", f"{file} is a directory; name a file in it, e.g. odds.svg")
        if form is None:
            form = Path(file).suffix.lower().removeprefix(".")
            if form not in kinds:
                listed = f".{', .'.join(others)} or .{last}"
                raise OddsError(
                    "bad-plot", f"a plot is a file that ends in {listed}, not {Path(file).name}"
                )
    elif not callable(getattr(file, "write", None)):
        raise OddsError("bad-plot", f"a plot needs a path or a file object, not {in_short(file)}")
    if not isinstance(form, str) or form not in kinds:
        raise OddsError(
            "bad-plot",
            "a plot in a file object needs its form"
            if form is None
            else f"there is no plot of the form {in_short(form)}",
            hint=f"the forms are {', '.join(others)} and {last}",
        )
    _require(kinds[form])
    return kinds[form]


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

        free = " or ".join(f".{form}" for form, each in all_files().items() if not each.needs)
        raise OddsError(
            "no-plots",
            f".{file.form} files need {file.needs}, which is not installed; {free} need nothing",
            hint=how_to_install("plot"),
        ) from None
