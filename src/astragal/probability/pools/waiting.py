"""Faces waiting to be re-rolled on a number of dice: all sets of them, in order.

A set is identified by its index in that order. The sets with the same first face form a block;
without that face, they are, in the same order, the sets of one die less from that face's block on.
So a list over all sets is assembled from the ends of shorter lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

Faces: TypeAlias = tuple[int, ...]
"""Faces that may be re-rolled, lowest first."""


class Waiting(NamedTuple):
    """All sets of faces that may wait on some number of dice."""

    starts: tuple[int, ...]
    """for each face, the index of the first set that begins with it; then the number of sets"""
    orders: list[int]
    """for each set, the number of orders in which its faces can come up"""
    alike: list[int]
    """for each set, the number of dice that show its lowest face"""
    left: list[list[int]]
    """for each die, highest first, and each set: the index of the set without that die"""

    @property
    def size(self) -> int:
        return self.starts[-1]

    def ends(self, columns: Iterable[Sequence[T]]) -> list[T]:
        """A list over the sets of one more die, from lists over these sets for each first face."""
        parts = (column[start:] for column, start in zip(columns, self.starts, strict=False))
        return list(chain.from_iterable(parts))


@lru_cache(maxsize=256)
def waiting(rerolls: int, dice: int) -> Waiting:
    """All sets of faces up to ``rerolls`` that may wait on this many dice."""
    if not dice:
        return Waiting((0,) * rerolls + (1,), [1], [0], [])
    less = waiting(rerolls, dice - 1)
    faces = range(rerolls)
    sizes = [less.size - start for start in less.starts[:-1]]
    starts = tuple(sum(sizes[:face]) for face in range(rerolls + 1))
    alike: list[int] = []
    for face in faces:
        same = less.alike[less.starts[face] : less.starts[face + 1]] if dice > 1 else [0]
        alike += [1 + each for each in same]
        alike += [1] * (sizes[face] - len(same))
    orders = [
        ways * dice // same
        for ways, same in zip(less.ends([less.orders] * rerolls), alike, strict=True)
    ]
    return Waiting(starts, orders, alike, _left(rerolls, dice))


def _left(rerolls: int, dice: int) -> list[list[int]]:
    """The index of each set without one of its dice, for each die, highest first."""
    less = waiting(rerolls, dice - 1)
    found = []
    for column in less.left:
        least = waiting(rerolls, dice - 2)
        shifts = [less.starts[face] - least.starts[face] for face in range(rerolls)]
        found.append(less.ends([[place + shift for place in column] for shift in shifts]))
    return [*found, less.ends([range(less.size)] * rerolls)]
