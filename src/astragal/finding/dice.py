"""Families of dice: one group of identical dice, or two of different kinds, plus a number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from astragal._value import Value
from astragal.finding.groups import Group, Nothing, groups_of

_SECOND_GROUP = 3
"""A second group is as laborious as this many more dice."""


class DiceFamily(Value):
    """Every combination of one or two groups and a number: ``3d6+2``, ``4d6kh3+1d4-1``.

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
        """The groups for each kind of dice."""
        return tuple(groups_of(sides, self.counts, self.keeps) for sides in self.sides)

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.sides) * self._of_one_kind

    @property
    def _of_one_kind(self) -> int:
        return sum(2 * count - 1 if self.keeps else 1 for count in self.counts)

    @property
    def size(self) -> int:
        """Number of candidates."""
        kinds = len(self.sides)
        pairs = kinds * (kinds - 1) // 2 * self._of_one_kind**2 if self.pairs else 0
        return (self.groups + pairs) * (self.most - self.least + 1)

    @property
    def two_kinds(self) -> Iterator[tuple[tuple[Group, ...], tuple[Group, ...]]]:
        """Pairs of different kinds, each as its groups; empty if pairs are excluded."""
        return combinations(self.kinds, 2) if self.pairs else iter(())


def cost_of(first: Group, second: Group) -> int:
    """How laborious these dice are to roll: the number of dice, counting a second group extra."""
    together = 0 if isinstance(second, Nothing) else _SECOND_GROUP
    return first.cost + second.cost + together


def with_number(text: str, number: int) -> str:
    """Notation for dice plus a number.

    >>> with_number("2d6", -1), with_number("2d6", 0)
    ('2d6-1', '2d6')
    """
    return f"{text}{number:+}" if number else text
