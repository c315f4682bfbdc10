"""The sum of several ranges of ranks among any number of extra dice.

Values are processed one by one: only the highest and lowest few, the window, decide what is kept.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, union
from astragal.probability.pools.effects import Keep
from astragal.probability.readings.blocks import Block, Term
from astragal.probability.readings.order_statistics import Gain
from astragal.probability.refusals import no_closed_form

_SUM = 60
"""The number of entries whose cost equals that of a sum of two laws."""

_MOST_RANKS = 50
"""The most ranks that are followed if dice explode: each is a nested call."""


def stretches_of_blocks(terms: Sequence[Term], effect: Keep, gain: Gain, budget: Budget) -> Law:
    """The sum of the values of some ranks, for any number of values."""
    gain = cache(gain)
    return union(
        _Windows(effect, gain, budget).total(blocks).weighted(weight) for weight, blocks in terms
    )


Window: TypeAlias = tuple[Number, ...]
"""The highest and lowest values so far, or all if there are few; in ascending order."""

States: TypeAlias = dict[Window, Law]
"""The law of the kept values that are certain to stay, by window."""


class _Windows:
    """The state of a pool after some of its values have been processed."""

    def __init__(self, effect: Keep, gain: Gain, budget: Budget) -> None:
        self.effect = effect
        self.gain = gain
        self.budget = budget
        self.low, self.middle = effect.window.low, effect.window.middle
        self.room = effect.window.high + self.low

    def total(self, blocks: Iterable[Block]) -> Law:
        """The sum of the kept values of some blocks."""
        states: States = {(): Law.certain(0)}
        for block in sorted(blocks, key=lambda each: each.endless):
            step = self._all_extras(block) if block.endless else self._one_of(block)
            for _ in range(block.size):
                states = self._after(states, step)
        return union(self._ended(window, law) for window, law in states.items())

    def _after(self, states: States, step: Callable[[Window], States]) -> States:
        found: dict[Window, list[Law]] = defaultdict(list)
        for window, law in states.items():
            ended = step(window)
            self.budget.spend_entries(_SUM * len(ended))
            for after, added in ended.items():
                found[after].append(law.plus(added, self.budget))
        return {window: union(laws) for window, laws in found.items()}

    def _one_of(self, block: Block) -> Callable[[Window], States]:
        """The transition for one value of a block."""

        @cache
        def step(window: Window) -> States:
            found = self._with_one(window, block)
            if block.absent:
                found[window].append(Law.certain(0).weighted(block.absent))
            return {after: union(laws) for after, laws in found.items()}

        return step

    def _all_extras(self, block: Block) -> Callable[[Window], States]:
        """The transition for all extra dice of one explosion; most do not change the window."""
        if self.room > _MOST_RANKS:
            raise no_closed_form("so many ranks of dice that explode without limit")

        @cache
        def step(window: Window) -> States:
            found = self._with_one(window, block)
            loop = [*found.pop(window, []), Law.certain(0).weighted(block.absent)]
            again = union(loop).geometric_series()
            ended: dict[Window, list[Law]] = defaultdict(list, {window: [Law.certain(0)]})
            for after, laws in found.items():
                once = union(laws)
                for last, added in step(after).items():
                    ended[last].append(once.plus(added, self.budget))
            self.budget.spend_entries(_SUM * len(ended))
            return {last: union(laws).plus(again, self.budget) for last, laws in ended.items()}

        return step

    def _with_one(self, window: Window, block: Block) -> dict[Window, list[Law]]:
        """The windows after one more value, with the contribution of the value it pushes out."""
        found: dict[Window, list[Law]] = defaultdict(list)
        table, denominator = block.law.table()
        self.budget.spend_entries(_SUM * len(table))
        for value, weight in table.items():
            wider = list(window)
            insort(wider, value)
            pushed = wider.pop(self.low) if len(wider) > self.room else None
            stays = self.middle and pushed is not None
            added = self.gain(pushed) if stays and pushed is not None else Law.certain(0)
            found[tuple(wider)].append(added.weighted(Fraction(weight, denominator)))
        return found

    def _ended(self, window: Window, law: Law) -> Law:
        """The law plus the contributions of the kept values in the window."""
        for value in self.effect.kept(window):
            law = law.plus(self.gain(value), self.budget)
        return law
