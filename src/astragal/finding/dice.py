"""Families of dice: groups of like dice, one or two unlike ones together, plus a number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from astragal._value import Value
from astragal.finding.groups import Group, Nothing, groups_of

_SECOND_GROUP = 3
"""A second group is as much trouble as so many dice more."""


class DiceFamily(Value):
    """All that can be made of these: ``3d6+2``, ``4d6kh3+1d4-1``.

    >>> DiceFamily(counts=(1, 2), sides=("6",), keeps=False, least=0, most=1).size
    4
    """

    counts: tuple[int, ...] = tuple(range(1, 13))
    sides: tuple[str, ...] = ("100", "20", "12", "10", "8", "6", "4", "F")
    keeps: bool = True
    least: int = -20
    most: int = 20
    pairs: bool = True

    @property
    def kinds(self) -> tuple[tuple[Group, ...], ...]:
        """The groups of each kind of dice."""
        return tuple(groups_of(sides, self.counts, self.keeps) for sides in self.sides)

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return len(self.sides) * self._of_one_kind

    @property
    def _of_one_kind(self) -> int:
        return sum(2 * count - 1 if self.keeps else 1 for count in self.counts)

    @property
    def size(self) -> int:
        """How many candidates there are."""
        kinds = len(self.sides)
        pairs = kinds * (kinds - 1) // 2 * self._of_one_kind**2 if self.pairs else 0
        return (self.groups + pairs) * (self.most - self.least + 1)

    @property
    def two_kinds(self) -> Iterator[tuple[tuple[Group, ...], tuple[Group, ...]]]:
        """The groups of each two kinds."""
        return combinations(self.kinds, 2) if self.pairs else iter(())


def cost_of(first: Group, second: Group) -> int:
    """How much there is to do for whoever rolls these."""
    together = 0 if isinstance(second, Nothing) else _SECOND_GROUP
    return first.cost + second.cost + together


def with_number(text: str, number: int) -> str:
    """Dice plus a number, as it is written.

    >>> with_number("2d6", -1), with_number("2d6", 0)
    ('2d6-1', '2d6')
    """
    return f"{text}{number:+}" if number else text
