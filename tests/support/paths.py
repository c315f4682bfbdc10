"""Every way an experiment can fall, one after another: for small experiments only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from astragal.die import Die
from astragal.rolling.sources import Source

T = TypeVar("T")


class TooManyPathsError(Exception):
    """There are more paths than was allowed to try."""


class _PathSource:
    """Gives the faces of one path, and notes every die at which another path branches off."""

    def __init__(self, path: list[tuple[Die, int]]) -> None:
        self.path = path
        self.drawn = 0

    def draw(self, die: Die, count: int) -> Sequence[int]:
        faces = []
        for _ in range(count):
            if self.drawn == len(self.path):
                self.path.append((die, 0))
            faces.append(die.faces[self.path[self.drawn][1]])
            self.drawn += 1
        return faces


def every_path(
    run: Callable[[Source], T], *, most_paths: int, most_faces: int
) -> Iterator[tuple[T, Fraction]]:
    """What ``run`` returns on every path, with the path's probability.

    ``run`` is called once a path. Raises TooManyPathsError once there were more paths than
    ``most_paths``, or more than ``most_faces`` faces were drawn.

    >>> from astragal.die import Die
    >>> coin = Die([0, 1])
    >>> paths = every_path(lambda source: sum(source.draw(coin, 2)), most_paths=9, most_faces=99)
    >>> [(result, str(chance)) for result, chance in paths]
    [(0, '1/4'), (1, '1/4'), (1, '1/4'), (2, '1/4')]
    """
    path: list[tuple[Die, int]] = []
    drawn = paths = 0
    while True:
        source = _PathSource(path)
        result = run(source)
        paths += 1
        drawn += source.drawn
        if paths > most_paths or drawn > most_faces:
            raise TooManyPathsError
        yield result, _probability(path)
        while path and path[-1][0].faces[path[-1][1]] == path[-1][0].highest:
            path.pop()
        if not path:
            return
        die, position = path[-1]
        path[-1] = (die, position + 1)


def _probability(path: Sequence[tuple[Die, int]]) -> Fraction:
    above = below = 1
    for die, position in path:
        above *= 1 if die.weights is None else die.weights[position]
        below *= die.total
    return Fraction(above, below)
