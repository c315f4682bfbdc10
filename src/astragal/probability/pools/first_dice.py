"""Dice that explode and are then kept or dropped: the total, and which first dice are kept.

Dice are processed in the order rolled. The values that can still be pushed out, or are
bound to be dropped, form a small window. Each has a mark: its face if it is one of the first dice,
0 if it is an extra die. Of equal values, the earlier ones are kept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple, TypeAlias

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, union
from astragal.probability.pools.effects import Burst, Each, Filter, KeepRanks, OneOfEach

_SUM = 60
"""The number of entries whose cost equals that of a sum of two laws."""


class Item(NamedTuple):
    """A value, and its contribution to the natural result if kept."""

    value: Number
    mark: Number


Window: TypeAlias = tuple[Item, ...]
"""Values by rank: the first ones are dropped last."""

States: TypeAlias = dict[tuple[Window, Number], Law]
"""The law of the total so far, by the window and the natural result so far."""


class FirstDice:
    """Explosions, then a keep or a drop; ``gain`` is a kept value's contribution to the total."""

    def __init__(
        self,
        burst: Burst,
        between: Sequence[Each | Filter],
        keep: KeepRanks | OneOfEach,
        gain: Callable[[Number], Law],
        budget: Budget,
    ) -> None:
        self.burst = burst
        self.between = between
        self.keep = keep
        self.gain = cache(gain)
        self.budget = budget
        self._exploded = cache(self._explode)
        table, denominator = burst.face.table()
        self._faces = [(face, Fraction(weight, denominator)) for face, weight in table.items()]
        self._goes_on = cache(burst.hits)
        self._change = cache(self._changed)

    def _changed(self, value: Number) -> Law:
        """The law of a value between explosion and keep; it has no mass if the value is dropped."""
        law = Law.certain(value)
        for effect in self.between:
            law = effect.change(law) if isinstance(effect, Each) else effect.split(law)[0]
        return law

    def certain(self, values: Iterable[Number]) -> bool:
        """True if the effects in between are not random for these values and the extra dice."""
        faces = (face - self.burst.less for face, _ in self._faces)
        changes = map(self._change, (*values, *faces))
        return all(not law.mass or law.sole is not None for law in changes)

    def naturals(self, rolled: Iterable[dict[Number, Fraction]]) -> dict[Number, Law]:
        """The law of the total by natural result, given the possible values of each die."""
        states: States = {((), 0): Law.certain(0)}
        for die in rolled:
            found: dict[tuple[Window, Number], list[Law]] = defaultdict(list)
            for (window, natural), law in states.items():
                for value, chance in die.items():
                    ended = self._rolled(window, value)
                    self.budget.spend_entries(_SUM * len(ended))
                    for (after, more), added in ended.items():
                        total = law.plus(added.weighted(chance), self.budget)
                        found[after, natural + more].append(total)
            states = {state: union(laws) for state, laws in found.items()}
        return self._ended(states)

    def _ended(self, states: States) -> dict[Number, Law]:
        """The laws by natural result; the window is added to the total if its values are kept."""
        found: dict[Number, list[Law]] = defaultdict(list)
        for (window, natural), law in states.items():
            for item in () if isinstance(self.keep, KeepRanks) and self.keep.drop else window:
                natural, law = natural + item.mark, law.plus(self.gain(item.value), self.budget)
            found[natural].append(law)
        return {natural: union(laws) for natural, laws in found.items()}

    def _rolled(self, window: Window, value: Number) -> States:
        """The states after one of the first dice and all its extra dice."""
        after, natural, law = self._with(window, Item(value, value))
        if not self._goes_on(value):
            return {(after, natural): law}
        return {
            (ended, natural + more): law.plus(added, self.budget)
            for (ended, more), added in self._exploded(after).items()
        }

    def _explode(self, window: Window) -> States:
        """The states after all extra dice of an explosion."""
        found: dict[tuple[Window, Number], list[Law]] = defaultdict(list)
        unchanged: list[Law] = []
        self.budget.spend_entries(_SUM * len(self._faces))
        for face, chance in self._faces:
            after, natural, law = self._with(window, Item(face - self.burst.less, 0))
            law = law.weighted(chance)
            if self.burst.once or not self._goes_on(face):
                found[after, natural].append(law)
            elif after == window and not natural:
                unchanged.append(law)
            else:
                for (ended, more), added in self._exploded(after).items():
                    found[ended, natural + more].append(law.plus(added, self.budget))
        again = union(unchanged).geometric_series() if unchanged else Law.certain(0)
        return {state: union(laws).plus(again, self.budget) for state, laws in found.items()}

    def _with(self, window: Window, item: Item) -> tuple[Window, Number, Law]:
        """The window with another value, and the resulting change of natural result and total."""
        keep, changed = self.keep, self._change(item.value)
        if changed.sole is None:
            return window, 0, Law.certain(0)
        item = item._replace(value=changed.sole)
        if isinstance(keep, OneOfEach):
            new = all(each.value != item.value for each in window)
            return tuple(sorted((*window, item))) if new else window, 0, Law.certain(0)
        sign = -1 if keep.highest is not keep.drop else 1
        place = bisect_right(window, sign * item.value, key=lambda each: sign * each.value)
        wider = (*window[:place], item, *window[place:])
        if len(wider) <= keep.number:
            return wider, 0, Law.certain(0)
        if not keep.drop:
            return wider[:-1], 0, Law.certain(0)
        staying, *left = wider
        return tuple(left), staying.mark, self.gain(staying.value)
