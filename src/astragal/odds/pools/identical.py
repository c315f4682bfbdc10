"""Pools of equal, independent values, and some of their ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod

from astragal.odds.budget import Budget
from astragal.odds.laws import arithmetic
from astragal.odds.laws.law import Law, union
from astragal.odds.pools import presence, sets
from astragal.odds.pools.blocks import Block, Term
from astragal.odds.pools.effects import Burst, Each, Keep, Step, contribution, middle_ranks
from astragal.odds.pools.multisets import Multisets, multisets_of
from astragal.odds.pools.order_statistics import kept_total
from astragal.odds.pools.pool import Pool
from astragal.odds.pools.unlike import Distinct, Unlike
from astragal.odds.refusals import no_closed_form
from astragal.outcome import Number


class Equal(Pool):
    """``n`` independent values of one law."""

    def __init__(self, law: Law, n: int, budget: Budget, fold: Fold | None = None) -> None:
        super().__init__(budget)
        self.law = law
        self.n = n
        self.fold = fold
        """how the law came about, if its values just exploded into themselves"""

    @property
    def terms(self) -> list[Term]:
        if not self.law.finite:
            raise no_closed_form("values that explode without limit into themselves")
        return [(Fraction(1), (Block(self.law, self.n),) if self.n else ())]

    def after(self, step: Step) -> Pool:
        if isinstance(step, Burst) and step.folded:
            folded = step.folds(self.law, self.budget)
            return Equal(folded, self.n, self.budget, Fold(self.law, step))
        return super().after(step)

    def each(self, step: Each) -> Pool:
        return Equal(step.change(self.law), self.n, self.budget)

    def burst(self, step: Burst) -> Pool:
        hit, miss = step.split(self.law)
        if not hit.mass or not self.n:
            return self
        face = step.face.shifted(-step.less)
        terms: list[Term]
        if step.once:
            terms = [
                (
                    Fraction(comb(self.n, j)),
                    (Block(miss, self.n - j), Block(hit, j), Block(face, j)),
                )
                for j in range(self.n + 1)
            ]
            return Unlike(terms, None, self.budget)
        more, stops = (part.shifted(-step.less) for part in step.split(step.face))
        if self.law is step.face and not step.less:
            # Fresh dice: those that stop and those that do not are the same at first and later.
            return Unlike(
                [(Fraction(1), (Block(miss, self.n), Block(hit, self.n, endless=True)))],
                None,
                self.budget,
            )
        terms = [
            (
                Fraction(comb(self.n, j)),
                (
                    Block(miss, self.n - j),
                    Block(hit, j),
                    Block(stops, j),
                    Block(more, j, endless=True),
                ),
            )
            for j in range(self.n + 1)
        ]
        return Unlike(terms, None, self.budget)

    def keep(self, step: Keep) -> Pool:
        first, last = step.ranks(self.n)
        if last - first == self.n:
            return self
        return Ranked(self, first, last).settled()

    def unique(self) -> Pool:
        return self.multisets().unique() if self._few else Distinct(self.terms, self.budget)

    @property
    def _few(self) -> bool:
        """Whether the multisets are fewer than the weights that some of the values can have."""
        if not self.law.finite:
            return False
        table, below = self.law.table()
        kinds = Counter(table.values())
        weights = min(below + 1, prod(count + 1 for count in kinds.values()))
        return self.law.row() is None or comb(self.n + len(table) - 1, self.n) < weights

    def total(self, steps: Sequence[Step] = ()) -> Law:
        return contribution(self.law, steps, self.budget).power(self.n, self.budget)

    def largest_set(self) -> Law:
        if not self.law.finite or not self.n:
            return super().largest_set()
        return sets.largest_set(self.law, self.n, self.budget)

    def longest_run(self) -> Law:
        if self._few:
            return super().longest_run()
        return presence.longest_run(self.terms, self.budget)

    def distinct(self) -> Law:
        if self._few:
            return super().distinct()
        return presence.distinct(self.terms, self.budget)

    def middle(self) -> Law:
        if not self.n:
            return Law.certain(0)
        first, last = middle_ranks(self.n)
        total = Ranked(self, first, last).settled().total()
        return total.scaled(Fraction(1, last - first))

    def multisets(self) -> Multisets:
        return Ranked(self, 0, self.n).multisets()


class Ranked(Pool):
    """Some ranks, from the highest, of ``n`` independent values of one law."""

    def __init__(self, pool: Equal, first: int, last: int) -> None:
        super().__init__(pool.budget)
        self.pool = pool
        self.first = first
        self.last = last

    def settled(self) -> Pool:
        """The same pool in a simpler form, where one value is all that is left."""
        if self.last - self.first == 1:
            return Equal(self.total(), 1, self.budget)
        return self

    def each(self, step: Each) -> Pool:
        if not step.monotone or not self.pool.law.finite:
            return super().each(step)
        changed = Equal(step.change(self.pool.law), self.pool.n, self.budget)
        return Ranked(changed, self.first, self.last)

    def keep(self, step: Keep) -> Pool:
        first, last = step.ranks(self.last - self.first)
        return Ranked(self.pool, self.first + first, self.first + last).settled()

    def total(self, steps: Sequence[Step] = ()) -> Law:
        law, n = self.pool.law, self.pool.n
        kept = self.last - self.first
        if not kept:
            return Law.certain(0).weighted(law.mass**n)
        if kept == n:
            return self.pool.total(steps)
        if not law.finite:
            return self._endless_total(steps)
        gain = self.gain(steps) if steps else None
        found = kept_total(law, n, self.first, self.last, gain, self.budget)
        return self.multisets().total(steps) if found is None else found

    def _endless_total(self, steps: Sequence[Step]) -> Law:
        pool = self.pool
        if not steps and pool.fold is not None and pool.fold.ranks_by_bursts():
            return pool.fold.kept_total(pool.n, self.first, self.last, self.budget)
        if self.last - self.first == 1 and self.first in (0, pool.n - 1):
            extreme = arithmetic.least if self.first else arithmetic.greatest
            law = extreme([pool.law] * pool.n, self.budget)
            return contribution(law, steps, self.budget)
        raise no_closed_form(
            "keeping some of several values that explode without limit into themselves"
        )

    def multisets(self) -> Multisets:
        pool = self.pool
        return multisets_of(pool.law, pool.n, self.first, self.last, self.budget)


class Fold:
    """Values that exploded into themselves: those that did not stop lie above all that did.

    So the highest of them are found among the dice that exploded, which are fresh dice again.
    """

    def __init__(self, law: Law, burst: Burst) -> None:
        self.law = law
        self.burst = burst

    def ranks_by_bursts(self) -> bool:
        """Whether one value explodes only, and what it becomes is never less than what stopped."""
        if self.burst.once or not self.law.finite:
            return False
        for law in (self.law, self.burst.face):
            hit, miss = self.burst.split(law)
            value, table = hit.sole, miss.table()[0]
            if value is None or value != self.burst.split(self.burst.face)[0].sole:
                return False
            if table and value + min(self.burst.face.table()[0]) < max(table):
                return False
        return True

    def kept_total(self, n: int, first: int, last: int, budget: Budget) -> Law:
        """What the dice of some ranks add up to."""

        @cache
        def fresh(n: int, first: int, last: int) -> Law:
            value, weight, others = self._unless_all(self.burst.face, n, first, last, fresh, budget)
            again = Law.certain(value * (last - first)).weighted(weight**n)
            return others.plus(again.again_and_again(), budget)

        if self.law is self.burst.face:
            return fresh(n, first, last)
        value, weight, others = self._unless_all(self.law, n, first, last, fresh, budget)
        all_of_them = fresh(n, first, last).shifted(value * (last - first)).weighted(weight**n)
        return union([others, all_of_them])

    def _unless_all(
        self,
        law: Law,
        n: int,
        first: int,
        last: int,
        fresh: Callable[[int, int, int], Law],
        budget: Budget,
    ) -> tuple[Number, Fraction, Law]:
        """The exploding value, its weight, and the law of the sum where not all of the dice explode."""
        hit, miss = self.burst.split(law)
        value, weight = hit.sole, hit.mass
        assert value is not None
        degree = int(max(1, value)) * (last - first) * n
        budget.spend(n * degree**2)
        laws = []
        for exploded in range(n):
            above = max(0, min(last, exploded) - first)
            part = Law.certain(0)
            if above:
                part = fresh(exploded, first, min(last, exploded)).shifted(value * above)
            rest = Equal(miss, n - exploded, budget)
            low = Ranked(rest, max(0, first - exploded), max(0, last - exploded))
            stopped = low.total()
            ways = comb(n, exploded) * weight**exploded
            laws.append(part.plus(stopped, budget).weighted(ways))
        return value, weight, union(laws)
