"""Optional re-rolls, decided so that the total is as high (or as low) as possible.

If every value is changed on its own from there on, a value is re-rolled if a fresh one contributes
more on average. Otherwise (some values are kept) the other values matter. Then the candidates are
decided one after another, lowest first, and each situation, of standing and waiting values, is
evaluated once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar, TypeAlias

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.pools.effects import Each, Effect, KeepRanks, Onward, Split
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.pool import Pool, total_after
from astragal.probability.refusals import no_closed_form

_SITUATION, _WORTH = 600, 40_000
"""The steps of following one face in a situation, and of valuing a final situation."""

_SHORT = 64
"""The longest fraction, in bits, that adds no time to a sum."""

Values: TypeAlias = tuple[Number, ...]
"""Values in ascending order."""
_Situation: TypeAlias = tuple[Values, Values]
"""The values that stand, and those that may still be re-rolled."""


class MayReroll(Effect):
    """Values in the first part of the split may be re-rolled once, if that is best."""

    split: Split
    face: Law
    lowest: bool = False
    """whether the player wants a low total"""

    foresees: ClassVar[bool] = True

    def on(self, pool: Pool) -> Pool:
        return self.foreseeing(pool, ())

    def foreseeing(self, pool: Pool, following: Sequence[Effect]) -> Pool:
        if all(effect.apart for effect in following):
            onward = Onward(following)
            return pool.each(Each(lambda law: self._changed(law, onward, pool.budget)))
        return Multisets(_Situations(self, pool, following).ends(), pool.budget)

    def contribution(self, law: Law, following: Onward, budget: Budget) -> Law:
        return following.contribution(self._changed(law, following, budget), budget)

    def _changed(self, law: Law, following: Onward, budget: Budget) -> Law:
        """The law of one value after the decision."""
        hit, miss = self.split(law)
        if not hit.finite:
            raise no_closed_form("a choice to re-roll any of infinitely many values")
        table, denominator = hit.table()
        budget.spend(_WORTH * (1 + len(table)))
        again = _mean(following.contribution(self.face, budget))
        kept, rolled = [], Fraction(0)
        for value, weight in table.items():
            chance = Fraction(weight, denominator)
            stays = _mean(following.contribution(Law.certain(value), budget))
            if self.prefers(again, stays):
                rolled += chance
            else:
                kept.append((value, chance))
        parts = [miss, *([law_of(kept)] if kept else ())]
        return union([*parts, self.face.weighted(rolled)] if rolled else parts)

    def prefers(self, one: Number, other: Number) -> bool:
        """True if ``one`` is better than ``other``."""
        return one < other if self.lowest else one > other


class MayRerollFor(MayReroll):
    """The same, maximizing (or minimizing) a given worth of the total."""

    worth: Callable[[Number], Fraction] = Fraction

    apart: ClassVar[bool] = False

    def foreseeing(self, pool: Pool, following: Sequence[Effect]) -> Pool:
        return Multisets(_Situations(self, pool, following).ends(), pool.budget)


def _mean(law: Law) -> Fraction:
    return law.moments()[0]


def _quick(worth: Fraction) -> Number:
    """A worth in a form that is fast to add and compare."""
    if worth.denominator == 1:
        return int(worth)
    from flint import fmpq

    quotient: Any = fmpq(*worth.as_integer_ratio())
    return quotient  # type: ignore[no-any-return]


class _Situations:
    """All situations, of standing values and values that may be re-rolled, with best decisions."""

    def __init__(self, effect: MayReroll, pool: Pool, following: Sequence[Effect]) -> None:
        self.effect = effect
        self.pool = pool
        self.following = following
        self.budget = pool.budget
        self.worth = effect.worth if isinstance(effect, MayRerollFor) else None
        table, self.below = effect.face.table()
        self.faces = list(table.items())
        self._reduced: Callable[[Values], Values] = lambda standing: standing
        self._waits: dict[Number, bool] = {}
        self._known: dict[tuple[Values, Values], tuple[Number, bool]] = {}
        self._worths: dict[Values, Number] = {}
        self._bits = 0
        """the extra bits of the longest worth, beyond those that take no time"""

    def ends(self) -> dict[Values, Fraction]:
        """The final values with their probabilities."""
        start, whole = self._start()
        most = max((len(waiting) for _, waiting in start), default=0)
        by_size: list[dict[_Situation, int]] = [defaultdict(int) for _ in range(most + 1)]
        for situation, ways in start.items():
            size = len(situation[1])
            by_size[size][situation] += ways * self.below ** (most - size)
        for size in range(most, 0, -1):
            for (standing, waiting), ways in by_size[size].items():
                _, again = self._best(standing, waiting)
                faces = self.faces if again else ((waiting[0], self.below),)
                self.budget.spend(_SITUATION // 2 * len(faces))
                for face, weight in faces:
                    after = self._with(standing, face), waiting[1:]
                    by_size[size - 1][after] += ways * weight
        whole *= self.below**most
        return {standing: Fraction(ways, whole) for (standing, _), ways in by_size[0].items()}

    def _start(self) -> tuple[dict[_Situation, int], int]:
        """The initial situations with weights, and their denominator."""
        pool = self.pool
        if isinstance(pool, Identical) and pool.law.finite:
            self._reduced = self._reducing({pool.n})
            return self._one_by_one(pool.law, pool.n)
        sets = pool.multisets().sets
        self._reduced = self._reducing(set(map(len, sets)))
        whole = lcm(*(chance.denominator for chance in sets.values()))
        start: dict[_Situation, int] = defaultdict(int)
        for values, chance in sets.items():
            waiting = tuple(value for value in values if self._may(value))
            standing = tuple(value for value in values if not self._may(value))
            ways = chance.numerator * (whole // chance.denominator)
            start[self._reduced(standing), waiting] += ways
        return start, whole

    def _one_by_one(self, law: Law, number: int) -> tuple[dict[_Situation, int], int]:
        """The initial situations of identical dice, placed one after another."""
        table, denominator = law.table()
        self._waits |= dict.fromkeys(table, False)
        self._waits |= dict.fromkeys(self.effect.split(law)[0].table().table, True)
        situations: dict[_Situation, int] = {((), ()): 1}
        for _ in range(number):
            self.budget.spend(_SITUATION * len(situations) * len(table))
            following: dict[_Situation, int] = defaultdict(int)
            for (standing, waiting), ways in situations.items():
                for value, weight in table.items():
                    if self._may(value):
                        after = standing, tuple(sorted((*waiting, value)))
                    else:
                        after = self._with(standing, value), waiting
                    following[after] += ways * weight
            situations = following
        return situations, denominator**number

    def _may(self, value: Number) -> bool:
        known = self._waits.get(value)
        if known is None:
            known = self._waits[value] = bool(self.effect.split(Law.certain(value))[0].mass)
        return known

    def _with(self, standing: Values, face: Number) -> Values:
        return self._reduced(tuple(sorted((*standing, face))))

    def _reducing(self, sizes: set[int]) -> Callable[[Values], Values]:
        """A function that keeps only what matters of standing values, for fewer situations."""
        if not self.following:
            return lambda standing: (sum(standing),) if standing else ()
        keep = self.following[0]
        if not isinstance(keep, KeepRanks) or keep.drop or len(sizes) != 1:
            return lambda standing: standing
        first, last = keep.ranks(sizes.pop())
        if keep.highest:
            return lambda standing: standing[max(0, len(standing) - (last - first)) :]
        return lambda standing: standing[: last - first]

    def _best(self, standing: Values, waiting: Values) -> tuple[Number, bool]:
        """The average worth under best decisions, and whether the lowest candidate is re-rolled.

        The worth is multiplied by the denominator of a die per waiting value: whole numbers are
        fast.
        """
        if not waiting:
            return self._worth_of(standing), False
        key = (standing, waiting)
        found = self._known.get(key)
        if found is None:
            self.budget.spend((_SITUATION + 2 * self._bits) * len(self.faces))
            rest = waiting[1:]
            stays = self._best(self._with(standing, waiting[0]), rest)[0] * self.below
            again: Number = 0
            for face, weight in self.faces:
                again += weight * self._best(self._with(standing, face), rest)[0]
            better = self.effect.prefers(again, stays)
            found = self._known[key] = (again if better else stays), better
        return found

    def _worth_of(self, values: Values) -> Number:
        """The average worth of these values after all following effects."""
        known = self._worths.get(values)
        if known is None:
            worth = self._total(values)
            self._bits = max(self._bits, worth.denominator.bit_length() - _SHORT)
            known = self._worths[values] = _quick(worth)
        return known

    def _total(self, values: Values) -> Fraction:
        following = self.following
        if not following or (len(following) == 1 and isinstance(following[0], KeepRanks)):
            kept = values
            if following:
                first, last = following[0].ranks(len(values))  # type: ignore[attr-defined]
                kept = values[len(values) - last : len(values) - first]
            return Fraction(sum(kept)) if self.worth is None else self.worth(sum(kept))
        self.budget.spend(_WORTH)
        law = total_after(Multisets({values: Fraction(1)}, self.budget), following)
        if self.worth is None:
            return _mean(law)
        if not law.finite:
            raise no_closed_form("the worth of a total that explodes without limit")
        table, denominator = law.table()
        worths = (weight * self.worth(number) for number, weight in table.items())
        return sum(worths, Fraction(0)) / denominator
