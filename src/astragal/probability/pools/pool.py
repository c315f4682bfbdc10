"""Pools: values rolled together, in the form that answers the next question fastest.

A form without a faster way is read by a walk, and changed one multiset at a time. Both require
finitely many values, and a bounded number of them in the pool.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Burst, Each, Effect, Keep, Split, contribution
from astragal.probability.walks.hands import Hand, Ranked
from astragal.probability.walks.readings import AVERAGE, Reading, middle_ranks
from astragal.probability.walks.walk import walk

if TYPE_CHECKING:
    from astragal.probability.pools.multisets import Multisets


_GAINED = 500
"""The steps of finding the contribution of one value to a sum."""


class Pool(ABC):
    """Values that were rolled together."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    @property
    def laws(self) -> Iterable[Law]:
        """The distinct laws of the pool, if these are changed as a whole."""
        return ()

    # Effects

    def each(self, effect: Each) -> Pool:
        return self.multisets().each(effect)

    def filter(self, split: Split) -> Pool:
        """The values in the first part of a split."""
        return self.multisets().filter(split)

    def fold(self, burst: Burst) -> Pool:
        """Every value with its extra dice added."""
        return self.each(Each(lambda law: burst.folds(law, self.budget)))

    def burst(self, burst: Burst) -> Pool:
        """The values together with their extra dice."""
        return self.multisets().burst(burst)

    def keep(self, effect: Keep) -> Pool:
        return self.multisets().keep(effect)

    def unique(self) -> Pool:
        return self.multisets().unique()

    # Readings

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        """The sum of the values after effects that are all ``apart``."""
        return self.multisets().total(effects)

    def read(self, reading: Reading) -> Law:
        """The odds of a reading: by a walk, unless the form has a faster way."""
        return Law.of_table(*walk([self.hand()], reading, self.budget))

    def middle(self) -> Law:
        central = Ranked(self.hand(), lambda size: [middle_ranks(size)] if size else [])
        return Law.of_table(*walk([central], AVERAGE, self.budget))

    @property
    def least_size(self) -> int:
        """A lower bound for the number of values, as far as the form tells."""
        return 0

    @abstractmethod
    def multisets(self) -> Multisets:
        """The same pool as multisets; an OddsError if there are infinitely many."""

    def hand(self) -> Hand:
        """The pool as a hand for walks, face by face."""
        return self.multisets().hand()

    def gain(self, effects: Sequence[Effect]) -> Callable[[Number], Law]:
        """A function giving the contribution of a value to a sum after these effects."""
        if not effects:
            return Law.certain
        return lambda value: contribution(Law.certain(value), effects, self.budget)

    def points(self, effects: Sequence[Effect], laws: Sequence[Law]) -> dict[Number, Number] | None:
        """The contribution of each value after these effects; None if one is random."""
        self.budget.spend(_GAINED * sum([law.size for law in laws]))
        self.budget.spend_fractions(*laws)
        if not effects:
            return {value: value for law in laws for value in law.table().table}
        gain = self.gain(effects)
        points: dict[Number, Number] = {}
        for value in {value for law in laws for value in law.table().table}:
            added = gain(value).sole
            if added is None:
                return None
            points[value] = added
        return points


def total_after(pool: Pool, effects: Sequence[Effect]) -> Law:
    """The sum of a pool's values after some effects."""
    together = [place for place, effect in enumerate(effects) if not effect.apart]
    first = together[-1] + 1 if together else 0
    return pool_after(pool, effects[:first], effects[first:]).total(effects[first:])


def pool_after(pool: Pool, effects: Sequence[Effect], following: Sequence[Effect] = ()) -> Pool:
    """The pool after some effects; ``following`` are the effects to come after them."""
    for place, effect in enumerate(effects):
        if effect.foresees:
            pool = effect.foreseeing(pool, (*effects[place + 1 :], *following))
        else:
            pool = effect.on(pool)
    return pool
