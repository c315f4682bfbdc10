"""Re-rolls and explosions limited to a number of dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import ClassVar

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.generating.binomials import binomials, rising
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Effect, Split
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import ADDED, Multisets, mixed, together
from astragal.probability.pools.pool import Pool
from astragal.probability.pools.unlike import Unlike
from astragal.probability.readings.blocks import Block, Term, steps_of_term
from astragal.probability.refusals import no_closed_form


class LimitedReroll(Effect):
    """Fresh dice replace the first matching values, at most ``most`` of them."""

    split: Split
    face: Law
    most: int

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        if not isinstance(pool, Identical):
            raise no_closed_form("which dice come first, once some were kept or have exploded")
        return Unlike(list(self._terms(pool)), pool.n, pool.budget)

    def _terms(self, pool: Identical) -> Iterator[Term]:
        """The terms by the number of matching values."""
        hit, miss = self.split(pool.law)
        bits = pool.n + min(pool.n, self.most) * hit.bits
        pool.budget.spend((pool.n + 1) * steps_of_term(bits))
        mass = Fraction(1)
        for hits, ways in enumerate(binomials(pool.n)):
            new = min(hits, self.most)
            if 0 < hits <= self.most:
                mass *= hit.mass
            blocks = (Block(miss, pool.n - hits), Block(hit, hits - new), Block(self.face, new))
            yield ways * mass, blocks


class LimitedBurst(Effect):
    """Matching values bring another die each, at most ``most`` of them.

    Unless ``once``, these may match and bring more dice. The number of dice does not depend on the
    order of the explosions.
    """

    split: Split
    face: Law
    most: int
    once: bool = False

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        if isinstance(pool, Identical):
            return Unlike(list(self._terms(pool)), None, pool.budget)
        return self._on_multisets(pool.multisets())

    def _terms(self, pool: Identical) -> Iterator[Term]:
        """The terms by the number of matching values and the results of the extra dice."""
        hit, miss = self.split(pool.law)
        numbers = range(pool.n + 1 if hit.mass else 1)
        self._spend(numbers, pool.budget)
        for hits, ways in zip(numbers, binomials(pool.n), strict=False):
            rolled = (Block(miss, pool.n - hits), Block(hit, hits))
            for weight, blocks in self._extras(hits):
                yield ways * weight, (*rolled, *blocks)

    def _spend(self, numbers: Collection[int], budget: Budget) -> None:
        """Count the cost of the terms for these numbers of matching values."""
        long = 0 if self.once else sum(0 < hits < self.most for hits in numbers)
        longest = max(numbers, default=0) + (self.most if long else 0)
        budget.spend((len(numbers) + long * self.most) * steps_of_term(longest))

    def _extras(self, hits: int) -> Iterator[Term]:
        """The extra dice for ``hits`` matching values."""
        if self.once or hits >= self.most or not hits:
            yield Fraction(1), (Block(self.face, min(hits, self.most)),)
            return
        more, stops = self.split(self.face)
        # After as many misses as hits, no explosion is pending.
        for again, ways in zip(range(self.most - hits), rising(hits - 1, self.most), strict=False):
            yield Fraction(ways), (Block(stops, hits), Block(more, again))
        for misses, ways in zip(range(hits), binomials(self.most - 1), strict=False):
            blocks = (Block(stops, misses), Block(more, self.most - 1 - misses))
            yield Fraction(ways), (*blocks, Block(self.face, 1))

    def _on_multisets(self, pool: Multisets) -> Multisets:
        pool.spend(ADDED)
        found = {value for each in pool.sets for value in each}
        hits = {value for value in found if self.split(Law.certain(value))[0].mass}
        by_hits: dict[int, dict[tuple[Number, ...], Fraction]] = defaultdict(dict)
        for values, chance in pool.sets.items():
            by_hits[sum(value in hits for value in values)][values] = chance
        self._spend(by_hits, pool.budget)
        return mixed(
            [
                together(
                    [Multisets(sets, pool.budget), self._extra_sets(number, pool)], pool.budget
                )
                for number, sets in by_hits.items()
            ],
            pool.budget,
        )

    def _extra_sets(self, hits: int, pool: Multisets) -> Multisets:
        return Unlike(list(self._extras(hits)), None, pool.budget).multisets()
