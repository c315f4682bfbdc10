"""Pools: values that were rolled together, in the form that answers the next question fastest.

Every form can take the next step, add its values up, and be read. What a form has no quick way for is
done on multisets, one by one, which always works where values and their number end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from astragal.odds.budget import Budget
from astragal.odds.laws.law import Law
from astragal.odds.pools.effects import Burst, Each, Keep, Step, Unique, contribution
from astragal.outcome import Number

if TYPE_CHECKING:
    from astragal.odds.pools.multisets import Multisets


class Pool(ABC):
    """Values that were rolled together."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def after(self, step: Step) -> Pool:
        """The pool after one more step."""
        match step:
            case Each():
                return self.each(step)
            case Burst(folded=True):
                return self.each(Each(lambda law: step.folds(law, self.budget)))
            case Burst():
                return self.burst(step)
            case Keep():
                return self.keep(step)
            case Unique():
                return self.unique()

    def each(self, step: Each) -> Pool:
        return self.multisets().each(step)

    def burst(self, step: Burst) -> Pool:
        return self.multisets().burst(step)

    def keep(self, step: Keep) -> Pool:
        return self.multisets().keep(step)

    def unique(self) -> Pool:
        return self.multisets().unique()

    def total(self, steps: Sequence[Step] = ()) -> Law:
        """What the values add up to, after steps for each alone."""
        return self.multisets().total(steps)

    def largest_set(self) -> Law:
        return self.multisets().largest_set()

    def longest_run(self) -> Law:
        return self.multisets().longest_run()

    def distinct(self) -> Law:
        return self.multisets().distinct()

    def middle(self) -> Law:
        return self.multisets().middle()

    @abstractmethod
    def multisets(self) -> Multisets:
        """The same pool, multiset by multiset."""

    def gain(self, steps: Sequence[Step]) -> Callable[[Number], Law]:
        """What a value adds to a sum after these steps, as a function."""
        if not steps:
            return Law.certain
        return lambda value: contribution(Law.certain(value), steps, self.budget)

    def points(self, steps: Sequence[Step], laws: Sequence[Law]) -> dict[Number, Number] | None:
        """What each value of some laws adds to a sum after these steps; None if that is random."""
        gain = self.gain(steps)
        points: dict[Number, Number] = {}
        for value in {value for law in laws for value in law.table()[0]}:
            added = gain(value).sole
            if added is None:
                return None
            points[value] = added
        return points


def total_after(pool: Pool, steps: Sequence[Step]) -> Law:
    """What a pool adds up to after all these steps."""
    together = [place for place, step in enumerate(steps) if isinstance(step, Keep | Unique)]
    first = together[-1] + 1 if together else 0
    return pool_after(pool, steps[:first]).total(steps[first:])


def pool_after(pool: Pool, steps: Sequence[Step]) -> Pool:
    for step in steps:
        pool = pool.after(step)
    return pool
