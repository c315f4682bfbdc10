"""Every multiset of values with its probability: for small pools, and the twin of faster forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import TypeAlias

from astragal.odds.budget import Budget
from astragal.odds.laws.law import Law, law_of, union
from astragal.odds.pools import reading
from astragal.odds.pools.effects import Burst, Each, Effect, KeepRanks, Split
from astragal.odds.pools.pool import Pool
from astragal.odds.refusals import no_closed_form
from astragal.outcome import Number, tidy

Reader: TypeAlias = Callable[[Sequence[Number]], Number]

_FOUND, _CHANGED, _JOINED = 150, 600, 900
"""The steps of finding a multiset, of changing or reading one, and of joining two."""


class Multisets(Pool):
    """A pool as multisets, each a tuple of its values from the lowest to the highest."""

    def __init__(self, sets: dict[tuple[Number, ...], Fraction], budget: Budget) -> None:
        super().__init__(budget)
        self.sets = sets

    def multisets(self) -> Multisets:
        return self

    def changed(self, change: Callable[[tuple[Number, ...]], Iterable[Number]]) -> Multisets:
        """Every multiset changed by a function, which gets its values lowest first."""
        self.budget.spend(_CHANGED * len(self.sets))
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in self.sets.items():
            sets[tuple(sorted(change(values)))] += chance
        return Multisets(sets, self.budget)

    def spread(self, spread: Callable[[Number], Multisets]) -> Multisets:
        """Every value replaced by the values of a pool."""
        self.budget.spend(5 * _CHANGED * len(self.sets))
        spreads = {value: spread(value) for values in self.sets for value in values}
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in self.sets.items():
            spread_out = together([spreads[v] for v in values], self.budget).sets
            self.budget.spend(_CHANGED * len(spread_out))
            for found, weight in spread_out.items():
                sets[found] += chance * weight
        return Multisets(sets, self.budget)

    def each(self, effect: Each) -> Multisets:
        return self.spread(lambda value: _single(effect.change(Law.certain(value)), self.budget))

    def filter(self, split: Split) -> Multisets:
        values = {value for values in self.sets for value in values}
        staying = {value for value in values if split(Law.certain(value))[0].mass}
        return self.changed(lambda values: (value for value in values if value in staying))

    def burst(self, burst: Burst) -> Multisets:
        if not burst.once:
            raise no_closed_form("dice that explode without limit once some were kept or changed")
        face = _single(burst.face.shifted(-burst.less), self.budget)

        def with_extra(value: Number) -> Multisets:
            one = _single(Law.certain(value), self.budget)
            hit, _ = burst.split(Law.certain(value))
            return together([one, face], self.budget) if hit.mass else one

        return self.spread(with_extra)

    def keep(self, effect: KeepRanks) -> Multisets:
        def kept(values: tuple[Number, ...]) -> tuple[Number, ...]:
            first, last = effect.ranks(len(values))
            return values[len(values) - last : len(values) - first]

        return self.changed(kept)

    def unique(self) -> Multisets:
        return self.changed(set)

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        if not effects:
            return self.read(sum)
        gain = self.gain(effects)
        gains = {value: gain(value) for values in self.sets for value in values}
        self.budget.spend_cases(len(self.sets))
        laws = []
        for values, chance in self.sets.items():
            law = Law.certain(0).weighted(chance)
            for value in values:
                law = law.plus(gains[value], self.budget)
            laws.append(law)
        return union(laws)

    def largest_set(self) -> Law:
        return self.read(reading.largest_set)

    def longest_run(self) -> Law:
        return self.read(reading.longest_run)

    def distinct(self) -> Law:
        return self.read(reading.distinct)

    def middle(self) -> Law:
        return self.read(reading.middle)

    def read(self, reader: Reader) -> Law:
        """The law of a function of the values, which it gets lowest first."""
        self.budget.spend(_CHANGED * len(self.sets))
        return law_of((tidy(reader(values)), chance) for values, chance in self.sets.items())


def together(pools: Sequence[Multisets], budget: Budget) -> Multisets:
    """Independent pools put into one."""
    sets: dict[tuple[Number, ...], Fraction] = {(): Fraction(1)}
    for pool in pools:
        longest = max(map(len, sets), default=0) + max(map(len, pool.sets), default=0)
        budget.spend((_JOINED + 60 * longest) * len(sets) * len(pool.sets))
        following: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in sets.items():
            for more, weight in pool.sets.items():
                following[tuple(sorted(values + more))] += chance * weight
        sets = following
    return Multisets(sets, budget)


def _single(law: Law, budget: Budget) -> Multisets:
    """A pool of one value."""
    return multisets_of(law, 1, 0, 1, budget)


def multisets_of(law: Law, n: int, first: int, last: int, budget: Budget) -> Multisets:
    """Some ranks, from the highest, of ``n`` independent values of one law."""
    if not law.finite:
        raise no_closed_form("values that explode without limit into themselves")
    table, denominator = law.table()
    values = sorted(table, reverse=True)
    budget.spend(_FOUND * comb(n + len(values), len(values)) * len(values))
    states: dict[tuple[int, tuple[Number, ...]], int] = {(0, ()): 1}
    for value in values:
        following: dict[tuple[int, tuple[Number, ...]], int] = defaultdict(int)
        for (seen, kept), ways in states.items():
            for more in range(n - seen + 1):
                now = seen + more
                stay = max(0, min(now, last) - max(seen, first))
                weight = ways * comb(n - seen, more) * table[value] ** more
                following[now, (value,) * stay + kept] += weight
        states = following
    sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for (seen, kept), ways in states.items():
        if seen == n:
            sets[kept] += Fraction(ways, denominator**n)
    return Multisets(sets, budget)
