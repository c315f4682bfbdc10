"""A drawing as marks with positions, in pixels from the top left, for any kind of file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

SERIES = 7
"""Number of colours for series; patterns, signs and dashes distinguish more of them."""
PATTERNS = 6
OVER = 0.55
"""Opacity of a pattern over a colour."""
SIGNS = ("circle", "square", "triangle", "diamond", "cross", "plus")
DASHES: tuple[tuple[int, ...], ...] = ((), (7, 3), (2, 3), (8, 3, 2, 3), (12, 4))


class Paint(NamedTuple):
    """A paint: a colour's name in a theme, the share for heat, and a pattern."""

    name: str
    share: float = 0.0
    pattern: int = 0


INK, MUTED, GRID, PAPER = Paint("ink"), Paint("muted"), Paint("grid"), Paint("paper")
GOAL = Paint("goal")


def series_paint(number: int, *, patterned: bool = True) -> Paint:
    """The paint of a series; the first 42 differ in colour, pattern or both."""
    pattern = number % PATTERNS if patterned else 0
    return Paint(f"s{number % SERIES}", pattern=pattern)


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    paint: Paint


class Line(NamedTuple):
    points: tuple[tuple[float, float], ...]
    paint: Paint
    width: float = 1.0
    dash: tuple[int, ...] = ()


class Sign(NamedTuple):
    """A small marker at a point, to distinguish series."""

    x: float
    y: float
    shape: str
    paint: Paint


class Text(NamedTuple):
    """A line of text; ``y`` is its baseline."""

    x: float
    y: float
    text: str
    size: float = 12
    anchor: str = "start"
    """"start", "middle" or "end": which part of it is at ``x``"""
    paint: Paint = INK
    bold: bool = False


Mark = Box | Line | Sign | Text


class Said(NamedTuple):
    """The description of a value for tooltips."""

    where: str
    figure: str
    exact: str

    def __str__(self) -> str:
        return f"{self.where}: {self.figure}" + (f" = {self.exact}" if self.exact else "")


class Spot(NamedTuple):
    """An area with the description of a value, for the pointer and for keys."""

    x: float
    y: float
    width: float
    height: float
    said: Said


class Scene:
    """The marks of a drawing in painting order, and its spots."""

    def __init__(self, width: float, title: str) -> None:
        self.width = width
        self.height = 0.0
        self.title = title
        self.marks: list[Mark] = []
        self.spots: list[Spot] = []

    def add(self, *marks: Mark) -> None:
        self.marks.extend(marks)

    def spot(self, x: float, y: float, width: float, height: float, said: Said) -> None:
        self.spots.append(Spot(x, y, width, height, said))

    def rows(self, rows: Sequence[str], text: Text, leading: float) -> float:
        """Several rows of text, starting at ``text``; returns the baseline of the next row."""
        for number, row in enumerate(rows):
            self.add(text._replace(text=row, y=text.y + number * leading))
        return text.y + len(rows) * leading


class Area(NamedTuple):
    """A rectangle to draw in."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top
