"""Kinds of plots, one module each. To add a kind, add a module to this folder.

A module holds one subclass of `Kind`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import ClassVar

from astragal._modules import module_names
from astragal.render.plots.picture import Panel, Picture
from astragal.render.plots.scene import Area, Paint, Scene, series_paint


class Kind(ABC):
    """One way to draw a panel."""

    name: ClassVar[str]
    sign: ClassVar[str] = "box"
    """the sign of a series in the legend: "box", "line", "signed line", or "" for no legend"""

    def height(self, panel: Panel, width: float) -> float:
        """Preferred height of a panel of this width."""
        return max(240.0, min(0.5 * width, 380.0), 0.3 * width)

    @abstractmethod
    def draw(self, scene: Scene, area: Area, panel: Panel, picture: Picture) -> None:
        """Draw a panel into an area of a scene."""

    def paint(self, number: int, panel: Panel) -> Paint:
        """The paint of a series."""
        return series_paint(number, patterned=self.sign == "box")


@cache
def all_kinds() -> Mapping[str, Kind]:
    """Every kind in this folder, by name."""
    found = [
        each
        for module in module_names(__path__)
        for each in vars(import_module(f"{__name__}.{module}")).values()
        if isinstance(each, type) and each.__module__ == f"{__name__}.{module}"
        if issubclass(each, Kind)
    ]
    return {each.name: each() for each in found}
