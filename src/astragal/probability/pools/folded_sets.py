"""Multisets whose greatest value explodes into itself without limit, before some are kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from astragal.outcome import Number
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.pools.effects import Burst, Effect, Keep, KeepRanks
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.pool import Pool
from astragal.probability.refusals import no_closed_form

_SET = 1_500
"""The steps of handling one multiset."""


class FoldedSets(Pool):
    """Known values plus the extra dice of those that burst, which rank above all others."""

    def __init__(self, sets: Multisets, burst: Burst, keep: KeepRanks | None = None) -> None:
        super().__init__(sets.budget)
        self.sets = sets
        self.folded = burst
        self.kept = keep

    def keep(self, effect: Keep) -> Pool:
        if self.kept is not None or not isinstance(effect, KeepRanks):
            return super().keep(effect)
        return FoldedSets(self.sets, self.folded, effect)

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        if effects:
            return super().total(effects)
        # The chances of fixed sums, by the number of bursting values and which of their ranks are
        # kept.
        cases: dict[tuple[int, int, int], dict[Number, Fraction]] = defaultdict(
            lambda: defaultdict(Fraction)
        )
        self.sets.spend(_SET)
        for values, chance in self.sets.sets.items():
            first, last = (0, len(values)) if self.kept is None else self.kept.ranks(len(values))
            bursting = [value for value in values if self.folded.hits(value)]
            above, burst = bursting[: max(0, min(last, len(bursting)) - first)], len(bursting)
            others = values[: len(values) - burst][::-1]
            below = others[max(0, first - burst) : max(0, last - burst)]
            key = (burst, first, min(last, burst)) if above else (0, 0, 0)
            cases[key][sum(above) + sum(below)] += chance
        return union([self._law(key, added) for key, added in cases.items()])

    def _law(self, key: tuple[int, int, int], added: dict[Number, Fraction]) -> Law:
        known = law_of(list(added.items()))
        n, first, last = key
        if not n:
            return known
        burst = self.folded
        fresh = Identical(burst.folds(burst.face, self.budget), n, self.budget)
        extra = fresh.ranks([(first, last)]).total()
        return known.plus(extra.shifted(-burst.less * (last - first)), self.budget)

    def multisets(self) -> Multisets:
        raise no_closed_form("values that explode without limit into themselves")


def top_of(burst: Burst) -> Number | None:
    """The only bursting value, provided it always exceeds all other values; else None."""
    if burst.once:
        return None
    hit, miss = burst.split(burst.face)
    top, others = hit.sole, miss.table()[0]
    if top is None or (others and top - burst.less + min(burst.face.table()[0]) < max(others)):
        return None
    return top
