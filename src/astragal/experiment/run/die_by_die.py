"""The generator of an experiment that plays itself: it asks for its dice, one by one."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from astragal.die import Die
from astragal.rolling.frame import NO_VARIABLES, Frame

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment


class _NeededError(Exception):
    """A die was asked for that has no face yet."""

    def __init__(self, die: Die) -> None:
        super().__init__()
        self.die = die


class _Known:
    """Gives the faces that are known so far."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = iter(faces)

    def draw(self, die: Die, count: int) -> Sequence[int]:
        drawn = []
        for _ in range(count):
            try:
                drawn.append(next(self._faces))
            except StopIteration:
                raise _NeededError(die) from None
        return drawn


def die_by_die(experiment: Experiment[Any]) -> Generator[Any, Any, Any]:
    """Play it with the faces known so far, again and again, until it needs no more of them."""
    faces: list[int] = []
    while True:
        try:
            return experiment.play(Frame(_Known(faces), NO_VARIABLES, experiment.limits))
        except _NeededError as needed:
            die = needed.die
        faces.append((yield die))
