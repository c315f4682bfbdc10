"""Multisets whose greatest value explodes into itself without limit, before some are kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from astragal.outcome import Number
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.pools.effects import Effect, KeepRanks
from astragal.probability.pools.identical import Fold
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.pool import Pool
from astragal.probability.refusals import no_closed_form

_SET = 1_500
"""The steps of looking at a multiset."""


class FoldedSets(Pool):
    """Known values, with the extra dice of those that burst: these lie above all others."""

    def __init__(self, sets: Multisets, fold: Fold, keep: KeepRanks | None = None) -> None:
        super().__init__(sets.budget)
        self.sets = sets
        self.fold_of = fold
        self.kept = keep

    def keep(self, effect: KeepRanks) -> Pool:
        return (
            FoldedSets(self.sets, self.fold_of, effect)
            if self.kept is None
            else super().keep(effect)
        )

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        if effects:
            return super().total(effects)
        # By how many burst, and which of their ranks are kept: what is added to them, with chances.
        cases: dict[tuple[int, int, int], dict[Number, Fraction]] = defaultdict(
            lambda: defaultdict(Fraction)
        )
        self.sets.spend(_SET)
        for values, chance in self.sets.sets.items():
            first, last = (0, len(values)) if self.kept is None else self.kept.ranks(len(values))
            bursting = [value for value in values if self.fold_of.burst.hits(value)]
            above, burst = bursting[: max(0, min(last, len(bursting)) - first)], len(bursting)
            others = values[: len(values) - burst][::-1]
            below = others[max(0, first - burst) : max(0, last - burst)]
            key = (burst, first, min(last, burst)) if above else (0, 0, 0)
            cases[key][sum(above) + sum(below)] += chance
        return union([self._law(key, added) for key, added in cases.items()])

    def _law(self, key: tuple[int, int, int], added: dict[Number, Fraction]) -> Law:
        known = law_of(list(added.items()))
        return known.plus(self.fold_of.extra(*key, self.budget), self.budget) if key[0] else known

    def multisets(self) -> Multisets:
        raise no_closed_form("values that explode without limit into themselves")
