"""Every multiset of values with its probability: for small pools, and to check faster forms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, prod
from typing import TypeAlias

from astragal.outcome import Number, counts, in_order, tidy
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.long_numbers import steps_of_fraction, steps_of_product
from astragal.probability.pools.effects import Burst, Each, Effect, Keep, Split
from astragal.probability.pools.pool import Pool
from astragal.probability.refusals import no_closed_form
from astragal.probability.walks.hands import Hand, Plain
from astragal.probability.walks.lots import Listed
from astragal.probability.walks.readings import Reading
from astragal.probability.weights import Weights

Reader: TypeAlias = Callable[[Sequence[Number]], Number]

_FOUND, _CHANGED, ADDED = 150, 450, 100
"""The steps of finding a multiset, of changing or reading one, and of adding to its weight."""

_JOINED, _EACH = 150, 18
"""The steps of joining two multisets, and of sorting each value afterwards."""


class Multisets(Pool):
    """A pool as multisets: tuples of values, lowest first."""

    def __init__(self, sets: dict[tuple[Number, ...], Fraction], budget: Budget) -> None:
        super().__init__(budget)
        self.sets = sets

    @cached_property
    def bits(self) -> int:
        """The bit length of the longest denominator."""
        return max((chance.denominator.bit_length() for chance in self.sets.values()), default=0)

    def spend(self, steps: int) -> None:
        """Count this many steps per multiset, plus those of adding up its probability."""
        self.budget.spend(len(self.sets) * (steps + steps_of_fraction(self.bits)))

    def multisets(self) -> Multisets:
        return self

    def changed(self, change: Callable[[tuple[Number, ...]], Iterable[Number]]) -> Multisets:
        """Apply a function to every multiset; it receives the values lowest first."""
        self.spend(_CHANGED)
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in self.sets.items():
            sets[tuple(sorted(change(values)))] += chance
        return Multisets(sets, self.budget)

    def spread(self, spread: Callable[[Number], Multisets]) -> Multisets:
        """Replace every value by the values of a pool."""
        self.spend(5 * _CHANGED)
        spreads = {
            value: _whole(spread(value).sets)
            for value in {value for values in self.sets for value in values}
        }
        self._foresee({value: len(table) for value, (table, _) in spreads.items()})
        joined = _Prefixes(spreads, self.budget)
        tables: dict[int, dict[tuple[Number, ...], int]] = defaultdict(lambda: defaultdict(int))
        mine, denominator = _whole(self.sets)
        for values in sorted(values[::-1] for values in mine):
            ways = mine[values[::-1]]
            found, below = joined.of(values)
            product = steps_of_product(max(denominator, below).bit_length())
            self.budget.spend(len(found) * (ADDED + product))
            sums = tables[below]
            for each, weight in found.items():
                sums[each] += ways * weight
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for below, sums in tables.items():
            whole = denominator * below
            self.budget.spend(len(sums) * (_CHANGED + steps_of_fraction(whole.bit_length())))
            for each, ways in sums.items():
                sets[each] += Fraction(ways, whole)
        return Multisets(sets, self.budget)

    def _foresee(self, sizes: Mapping[Number, int]) -> None:
        """Refuse early if replacing the values leads to far too many multisets."""
        self.budget.foresee(
            ADDED
            * sum(
                prod(comb(sizes[value] + n - 1, n) for value, n in counts(values).items())
                for values in self.sets
            )
        )

    def each(self, effect: Each) -> Multisets:
        return self.spread(lambda value: _single(effect.change(Law.certain(value)), self.budget))

    def fold(self, burst: Burst) -> Pool:
        from astragal.probability.pools.folded_sets import FoldedSets, top_of

        top = top_of(burst)
        if top is None or any(values[-1] > top for values in self.sets if values):
            return super().fold(burst)
        return FoldedSets(self, burst)

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

    def keep(self, effect: Keep) -> Multisets:
        return self.changed(effect.kept)

    def unique(self) -> Multisets:
        return self.changed(set)

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        if not effects:
            return self._law_of(sum)
        gain = self.gain(effects)
        gains = {value: gain(value) for value in {each for values in self.sets for each in values}}
        self.budget.spend_cases(len(self.sets))
        laws = []
        for values, chance in self.sets.items():
            law = Law.certain(0).weighted(chance)
            for value in values:
                law = law.plus(gains[value], self.budget)
            laws.append(law)
        return union(laws)

    def hand(self) -> Hand:
        denominator = lcm(*{chance.denominator for chance in self.sets.values()})
        weights = {values: int(chance * denominator) for values, chance in self.sets.items()}
        return Plain(Listed(weights, denominator))

    def read(self, reading: Reading) -> Law:
        return self._law_of(reading.over)

    def _law_of(self, reader: Reader) -> Law:
        self.spend(_CHANGED)
        return law_of((tidy(reader(values)), chance) for values, chance in self.sets.items())


class _Prefixes:
    """Joined pools for successive lists of values; results for common prefixes are reused."""

    def __init__(self, spreads: Mapping[Number, Weights], budget: Budget) -> None:
        self.spreads = spreads
        self.budget = budget
        self._values: list[Number] = []
        self._joined: list[Weights] = [_EMPTY]

    def of(self, values: Sequence[Number]) -> Weights:
        """The joined pools of these values."""
        alike = 0
        for mine, other in zip(self._values, values, strict=False):
            if mine != other:
                break
            alike += 1
        del self._values[alike:], self._joined[alike + 1 :]
        for value in values[alike:]:
            self._joined.append(_joined(self._joined[-1], self.spreads[value], self.budget))
            self._values.append(value)
        return self._joined[-1]


_EMPTY = Weights({(): 1}, 1)


def _joined(one: Weights, other: Weights, budget: Budget) -> Weights:
    """Join two independent pools."""
    longest = max(map(len, one.table), default=0) + max(map(len, other.table), default=0)
    bits = (one.denominator * other.denominator).bit_length()
    each = _JOINED + _EACH * longest + steps_of_product(bits // 2)
    budget.spend(each * len(one.table) * len(other.table))
    budget.room(len(one.table) * len(other.table), 64 * longest + bits)
    sets: dict[tuple[Number, ...], int] = defaultdict(int)
    for values, ways in one.table.items():
        for more, weight in other.table.items():
            sets[tuple(sorted(values + more))] += ways * weight
    return Weights(sets, one.denominator * other.denominator)


def together(pools: Sequence[Multisets], budget: Budget) -> Multisets:
    """Join independent pools into one."""
    found = _EMPTY
    for pool in pools:
        found = _joined(found, _whole(pool.sets), budget)
    each = _CHANGED + steps_of_fraction(found.denominator.bit_length())
    budget.spend(each * len(found.table))
    sets = {values: Fraction(ways, found.denominator) for values, ways in found.table.items()}
    return Multisets(sets, budget)


def mixed(pools: Sequence[Multisets], budget: Budget) -> Multisets:
    """Reassemble a pool from its parts."""
    sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for pool in pools:
        pool.spend(ADDED)
        for values, chance in pool.sets.items():
            sets[values] += chance
    return Multisets(sets, budget)


def _whole(sets: Mapping[tuple[Number, ...], Fraction]) -> Weights:
    """The same probabilities as whole numbers over one denominator."""
    denominator = lcm(*(chance.denominator for chance in sets.values()))
    table = {
        values: chance.numerator * (denominator // chance.denominator)
        for values, chance in sets.items()
    }
    return Weights(table, denominator)


def _single(law: Law, budget: Budget) -> Multisets:
    """A pool of one value."""
    return multisets_of(law, 1, 0, 1, budget)


def multisets_of(law: Law, n: int, first: int, last: int, budget: Budget) -> Multisets:
    """A range of ranks, from the highest, of ``n`` independent values of one law."""
    if not law.finite:
        raise no_closed_form("values that explode without limit into themselves")
    table, denominator = law.table()
    values = in_order(table)[::-1]
    budget.spend(_FOUND * comb(n + len(values), len(values)) * len(values))
    budget.room(comb(n + len(values), len(values)), n * (64 + denominator.bit_length()))
    # Values are identified by index: hashing fractions is slow.
    states: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
    for place, value in enumerate(values):
        share = table[value]
        ends = place == len(values) - 1
        following: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
        for (seen, kept), ways in states.items():
            rest = n - seen
            if ends:  # all remaining dice show the last value
                stay = max(0, min(n, last) - max(seen, first))
                following[n, (place,) * stay + kept] += ways * share**rest
                continue
            weight = ways
            for more in range(rest + 1):
                now = seen + more
                stay = max(0, min(now, last) - max(seen, first))
                following[now, (place,) * stay + kept] += weight
                # ways × C(rest, more) × shareᵐᵒʳᵉ, from one number to the next
                weight = weight * (share * (rest - more)) // (more + 1)
        states = following
    total = denominator**n
    sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for (seen, kept), ways in states.items():
        if seen == n:
            sets[tuple(values[place] for place in kept)] += Fraction(ways, total)
    return Multisets(sets, budget)
