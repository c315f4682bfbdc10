"""The contents of a plot before layout: exact values along axes, with all names."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from astragal.outcome import Number


class Axis(NamedTuple):
    """The positions of values, in order."""

    name: str
    """label of the axis, with its unit"""
    places: tuple[str, ...]
    numbers: tuple[Number, ...] | None = None
    """positions, if they are numbers; words are spaced evenly"""


class Series(NamedTuple):
    """A value for each position of an axis; None if it was refused."""

    name: str
    values: tuple[Fraction | None, ...]


class Panel(NamedTuple):
    """One system of axes: its contents and its kind of plot."""

    kind: str
    axis: Axis
    series: tuple[Series, ...]
    title: str = ""
    others: str = ""
    """the quantity whose values name the series, such as a second parameter"""


class Picture(NamedTuple):
    """A whole plot: one panel, or small multiples with a common scale and legend."""

    title: str
    panels: tuple[Panel, ...]
    measured: str
    """the quantity shown, with its unit"""
    measure: str = "chance"
    """the kind of all values: chances, means or another kind of grid"""
    summary: str = ""
    note: str = ""
    """a remark on parts that are not drawn"""
    goal: Fraction | None = None
    """a value to mark"""
    whole: bool = False
    """whether the scale shows all chances, from 0 to 100 %"""

    @property
    def values(self) -> list[Fraction]:
        """All values in the panels."""
        listed = (each for panel in self.panels for one in panel.series for each in one.values)
        return [value for value in listed if value is not None]
