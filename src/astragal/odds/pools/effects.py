"""What happens to the values of a pool, step by step, and what a die adds to a sum through it all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from astragal.odds.budget import Budget
from astragal.odds.laws.law import Law, union

Split: TypeAlias = Callable[[Law], tuple[Law, Law]]
"""Takes a law apart: what matches, and the rest."""


class Each(NamedTuple):
    """Every value becomes another, which may be random."""

    change: Callable[[Law], Law]
    monotone: bool = False
    """whether it never turns the order of two values around"""


class Burst(NamedTuple):
    """Every value that matches brings another die, which may bring another; each extra die less ``less``.

    ``once``: it brings just one. ``folded``: they are not dice of their own but add to the value.
    """

    split: Split
    face: Law
    less: int = 0
    once: bool = False
    folded: bool = False

    def folds(self, law: Law, budget: Budget) -> Law:
        """A value of this law with all its extra dice added."""
        hit, miss = self.split(law)
        return union([miss, hit.plus(self.extra((), budget), budget)])

    def extra(self, following: Sequence[Step], budget: Budget) -> Law:
        """What all the dice of one burst add to a sum, after the steps that follow."""
        if self.once:
            return contribution(self.face.shifted(-self.less), following, budget)
        hit, miss = (
            contribution(part.shifted(-self.less), following, budget)
            for part in self.split(self.face)
        )
        return miss.plus(hit.again_and_again(), budget)


class Keep(NamedTuple):
    """Only so many of the highest or lowest stay; or, ``drop``, go."""

    number: int
    highest: bool
    drop: bool

    def ranks(self, size: int) -> tuple[int, int]:
        """The ranks that stay, from the highest, of so many values."""
        staying = max(0, size - self.number) if self.drop else min(size, self.number)
        return (0, staying) if self.highest is not self.drop else (size - staying, size)


def middle_ranks(size: int) -> tuple[int, int]:
    """The rank of the value in the middle, or of the two, of so many values and at least one."""
    return (size - 1) // 2, size // 2 + 1


class Unique(NamedTuple):
    """Only one of each value stays."""


Step: TypeAlias = Each | Burst | Keep | Unique


def contribution(law: Law, steps: Sequence[Step], budget: Budget) -> Law:
    """What a value of this law adds to a sum once the steps were taken, which must be for each alone."""
    for place, step in enumerate(steps):
        if isinstance(step, Each):
            law = step.change(law)
        elif isinstance(step, Burst):
            if step.folded:
                law = step.folds(law, budget)
                continue
            following = steps[place + 1 :]
            hit, miss = step.split(law)
            if not hit.mass:
                continue
            extra = step.extra(following, budget)
            stopped = contribution(miss, following, budget)
            return union([stopped, contribution(hit, following, budget).plus(extra, budget)])
    return law
