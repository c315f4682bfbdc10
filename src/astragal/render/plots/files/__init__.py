"""Files for plots, one module each, selected by their endings.

To add a kind of file, add a module with a subclass of `PlotFile` to this folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import ClassVar, NamedTuple

from astragal._modules import module_names
from astragal.render.plots.picture import Picture


class Look(NamedTuple):
    """The appearance of a plot."""

    width: int = 800
    """in pixels; the height follows from the contents"""
    dark: bool = False
    """whether the background is dark; a page follows its viewer instead"""


class PlotFile(ABC):
    """One kind of file."""

    form: ClassVar[str]
    """extension of such files"""
    needs: ClassVar[str | None] = None
    """the library it needs, from the extra ``plot``; None if it needs none"""

    @abstractmethod
    def written(self, picture: Picture, look: Look) -> bytes:
        """The contents of the file; the same for the same picture."""


@cache
def all_files() -> Mapping[str, PlotFile]:
    """Every kind of file in this folder, by its form."""
    found = [
        each
        for module in module_names(__path__)
        for each in vars(import_module(f"{__name__}.{module}")).values()
        if isinstance(each, type) and each.__module__ == f"{__name__}.{module}"
        if issubclass(each, PlotFile)
    ]
    return {each.form: each() for each in sorted(found, key=lambda each: each.form)}
