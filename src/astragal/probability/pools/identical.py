"""Pools of independent and identical values, and some of their ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, prod

from astragal.outcome import counts
from astragal.probability.budget import Budget
from astragal.probability.laws import arithmetic
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import (
    Burst,
    Each,
    Effect,
    Keep,
    Split,
    Stretch,
    contribution,
    of_ranks,
)
from astragal.probability.pools.handed import Handed
from astragal.probability.pools.multisets import Multisets, multisets_of
from astragal.probability.pools.pool import Pool
from astragal.probability.pools.tails import total_of_ranks
from astragal.probability.pools.unlike import DistinctValues, Unlike
from astragal.probability.readings.blocks import Block, Term, dice_of
from astragal.probability.readings.order_statistics import kept_total
from astragal.probability.refusals import no_closed_form
from astragal.probability.walks import hands
from astragal.probability.walks.hands import Hand, number_of_ranks, ranks_of_ranks
from astragal.probability.walks.readings import Reading, middle_ranks

_SURE = Fraction(1)

_TERM = 1_000
"""The steps of writing one term of a mixture."""


class Identical(Pool):
    """``n`` independent values of one law."""

    def __init__(self, law: Law, n: int, budget: Budget) -> None:
        super().__init__(budget)
        self.law = law
        self.n = n

    @property
    def laws(self) -> tuple[Law]:
        return (self.law,)

    @property
    def terms(self) -> list[Term]:
        if not self.law.finite:
            raise no_closed_form("values that explode without limit into themselves")
        return [(_SURE, (Block(self.law, self.n),) if self.n else ())]

    def each(self, effect: Each) -> Pool:
        return Identical(effect.change(self.law), self.n, self.budget)

    def filter(self, split: Split) -> Pool:
        block = Block(self.law, self.n).filtered(split)
        return Unlike([(_SURE, (block,))], None, self.budget) if block.absent else self

    def fold(self, burst: Burst) -> Pool:
        return Identical(burst.folds(self.law, self.budget), self.n, self.budget)

    def burst(self, burst: Burst) -> Pool:
        hit, miss = burst.split(self.law)
        if not hit.mass or not self.n:
            return self
        if burst.once:
            face = burst.face.shifted(-burst.less)
            return self._parted(miss, hit, lambda j: (Block(face, j),))
        if self.law is burst.face and not burst.less:
            # Fresh dice: they stop or continue exactly like the extra dice.
            blocks = (Block(miss, self.n), Block(hit, self.n, endless=True))
            return Unlike([(_SURE, blocks)], None, self.budget)
        more, stops = (part.shifted(-burst.less) for part in burst.split(burst.face))
        return self._parted(miss, hit, lambda j: (Block(stops, j), Block(more, j, endless=True)))

    def _parted(self, miss: Law, hit: Law, extra: Callable[[int], tuple[Block, ...]]) -> Pool:
        """Split by the number of matching values: these, the others and the dice they bring."""
        self.budget.spend(self.n * (_TERM + self.n // 8))
        terms: list[Term] = []
        ways = 1
        for j in range(self.n + 1):
            blocks = (Block(miss, self.n - j), Block(hit, j), *extra(j))
            terms.append((Fraction(ways), blocks))
            ways = ways * (self.n - j) // (j + 1)
        return Unlike(terms, None, self.budget)

    def keep(self, effect: Keep) -> Pool:
        return self.ranks(effect.stretches(self.n))

    def ranks(self, stretches: Sequence[Stretch]) -> Pool:
        """The values of some ranks, counted from the highest."""
        ranked = Ranked(self, stretches)
        return self if ranked.least_size == self.n else ranked.settled()

    def unique(self) -> Pool:
        return self.multisets().unique() if self._few else DistinctValues(self.terms, self.budget)

    @property
    def _few(self) -> bool:
        """True if there are fewer multisets than sums of weights of sets of values."""
        if not self.law.finite:
            return False
        table, denominator = self.law.table()
        kinds = counts(table.values())
        weights = min(denominator + 1, prod(count + 1 for count in kinds.values()))
        return not self.law.gridded or comb(self.n + len(table) - 1, self.n) < weights

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        law = contribution(self.law, effects, self.budget) if effects else self.law
        return law.power(self.n, self.budget)

    def read(self, reading: Reading) -> Law:
        if not (self.law.finite and self.n) or (reading.by_presence and self._few):
            return super().read(reading)
        found = reading.quick(self.law, self.n, self.budget) if reading.quick else None
        if found is not None:
            return found
        if reading.by_presence:
            return DistinctValues(self.terms, self.budget).read(reading)
        return super().read(reading)

    def middle(self) -> Law:
        if not self.n:
            return Law.certain(0)
        first, last = middle_ranks(self.n)
        total = self.ranks([(first, last)]).total()
        return total.scaled(Fraction(1, last - first))

    @property
    def least_size(self) -> int:
        return self.n

    def hand(self) -> Hand:
        return dice_of([(_SURE, (Block(self.law, self.n),) if self.n else ())], self.budget)

    def multisets(self) -> Multisets:
        return multisets_of(self.law, self.n, 0, self.n, self.budget)


class Ranked(Pool):
    """Some ranks of independent and identical values, counted from the highest."""

    def __init__(self, pool: Identical, stretches: Sequence[Stretch]) -> None:
        super().__init__(pool.budget)
        self.pool = pool
        self.stretches = stretches

    @property
    def least_size(self) -> int:
        return number_of_ranks(self.stretches)

    def settled(self) -> Pool:
        """The same pool, simplified if only one value remains."""
        return Identical(self.total(), 1, self.budget) if self.least_size == 1 else self

    def each(self, effect: Each) -> Pool:
        if not effect.monotone:
            return super().each(effect)
        changed = Identical(effect.change(self.pool.law), self.pool.n, self.budget)
        return Ranked(changed, self.stretches)

    def keep(self, effect: Keep) -> Pool:
        return self.pool.ranks(ranks_of_ranks(self.stretches, effect.stretches(self.least_size)))

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        law, n, stretches = self.pool.law, self.pool.n, self.stretches
        kept = self.least_size
        if not kept:
            return Law.certain(0).weighted(law.mass**n)
        if kept == n:
            return self.pool.total(effects)
        if not law.finite:
            if effects and isinstance(effects[0], Each) and effects[0].monotone:
                return self.each(effects[0]).total(effects[1:])
            return _total_without_end(self.pool, stretches, effects)
        (first, last), *others = stretches
        gain = self.gain(effects) if effects else None
        if others or (first and last < n and (effects or kept > 1)):
            points = self.points(effects, [law])
            if points is not None:
                return Handed(self.hand(), self.budget).worth(points)
            from astragal.probability.readings.rank_polynomials import total_of_stretches

            found = total_of_stretches(law, n, stretches, self.gain(effects), self.budget)
        else:
            found = kept_total(law, n, first, last, gain, self.budget)
        return self.multisets().total(effects) if found is None else found

    def hand(self) -> Hand:
        return hands.Ranked(self.pool.hand(), lambda _: self.stretches)

    def multisets(self) -> Multisets:
        pool = self.pool
        if len(self.stretches) == 1:
            return multisets_of(pool.law, pool.n, *self.stretches[0], self.budget)
        return pool.multisets().changed(lambda values: of_ranks(values, self.stretches))


def _total_without_end(
    pool: Identical, stretches: Sequence[Stretch], effects: Sequence[Effect]
) -> Law:
    """The sum of some ranks of unbounded values."""

    def total(law: Law, n: int, stretches: Sequence[Stretch]) -> Law:
        return Identical(law, n, pool.budget).ranks(stretches).total()

    sole = len(stretches) == 1 and stretches[0][1] - stretches[0][0] == 1
    found = None
    if sole or not effects:
        found = total_of_ranks(pool.law, pool.n, stretches, total, pool.budget)
    if found is None and sole and stretches[0][0] in (0, pool.n - 1):
        extreme = arithmetic.least if stretches[0][0] else arithmetic.greatest
        found = extreme([pool.law] * pool.n, pool.budget)
    if found is None:
        raise no_closed_form(
            "keeping some of several values that explode without limit into themselves"
        )
    return contribution(found, effects, pool.budget) if effects else found
