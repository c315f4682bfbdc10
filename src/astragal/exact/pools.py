"""Pools: values that were rolled together, in the form that answers the next question fastest.

Every form can take the next step, add its values up, and be read. What a form has no quick way for is
done on multisets, one by one, which always works where values and their number end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import TypeAlias

from astragal import reading
from astragal.errors import OddsError
from astragal.exact import arithmetic, presence, sets
from astragal.exact.blocks import Block, Term, kept_of_blocks, without_extremes
from astragal.exact.budget import Budget
from astragal.exact.keeping import kept_total
from astragal.exact.law import Law, law_of, union
from astragal.exact.steps import Burst, Each, Keep, Step, Unique, contribution
from astragal.outcome import Number, tidy

Reader: TypeAlias = Callable[[Sequence[Number]], Number]


class Pool(ABC):
    """Values that were rolled together."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def after(self, step: Step) -> Pool:
        """The pool after one more step."""
        match step:
            case Each():
                return self.each(step)
            case Burst(folded=True):
                return self.each(Each(lambda law: step.folds(law, self.budget)))
            case Burst():
                return self.burst(step)
            case Keep():
                return self.keep(step)
            case Unique():
                return self.unique()

    def each(self, step: Each) -> Pool:
        return self.multisets().each(step)

    def burst(self, step: Burst) -> Pool:
        return self.multisets().burst(step)

    def keep(self, step: Keep) -> Pool:
        return self.multisets().keep(step)

    def unique(self) -> Pool:
        return self.multisets().unique()

    def total(self, steps: Sequence[Step] = ()) -> Law:
        """What the values add up to, after steps for each alone."""
        return self.multisets().total(steps)

    def largest_set(self) -> Law:
        return self.multisets().largest_set()

    def longest_run(self) -> Law:
        return self.multisets().longest_run()

    def distinct(self) -> Law:
        return self.multisets().distinct()

    def middle(self) -> Law:
        return self.multisets().middle()

    @abstractmethod
    def multisets(self) -> Multisets:
        """The same pool, multiset by multiset."""

    def gain(self, steps: Sequence[Step]) -> Callable[[Number], Law]:
        """What a value adds to a sum after these steps, as a function."""
        if not steps:
            return Law.certain
        return lambda value: contribution(Law.certain(value), steps, self.budget)

    def points(self, steps: Sequence[Step], laws: Sequence[Law]) -> dict[Number, Number] | None:
        """What each value of some laws adds to a sum after these steps; None if that is random."""
        gain = self.gain(steps)
        points: dict[Number, Number] = {}
        for value in {value for law in laws for value in law.table()[0]}:
            added = gain(value).sole
            if added is None:
                return None
            points[value] = added
        return points


def total_after(pool: Pool, steps: Sequence[Step]) -> Law:
    """What a pool adds up to after all these steps."""
    together = [place for place, step in enumerate(steps) if isinstance(step, Keep | Unique)]
    first = together[-1] + 1 if together else 0
    return pool_after(pool, steps[:first]).total(steps[first:])


def pool_after(pool: Pool, steps: Sequence[Step]) -> Pool:
    for step in steps:
        pool = pool.after(step)
    return pool


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
            raise _endless("values that explode without limit into themselves")
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
            return Blocks(terms, None, self.budget)
        more, stops = (part.shifted(-step.less) for part in step.split(step.face))
        if self.law is step.face and not step.less:
            # Fresh dice: those that stop and those that do not are the same at first and later.
            return Blocks(
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
        return Blocks(terms, None, self.budget)

    def keep(self, step: Keep) -> Pool:
        first, last = step.ranks(self.n)
        if last - first == self.n:
            return self
        return Ranked(self, first, last).settled()

    def unique(self) -> Pool:
        return Distinct(self.terms, self.budget)

    def total(self, steps: Sequence[Step] = ()) -> Law:
        return contribution(self.law, steps, self.budget).power(self.n, self.budget)

    def largest_set(self) -> Law:
        if not self.law.finite or not self.n:
            return super().largest_set()
        return sets.largest_set(self.law, self.n, self.budget)

    def longest_run(self) -> Law:
        return presence.longest_run(self.terms, self.budget)

    def distinct(self) -> Law:
        return presence.distinct(self.terms, self.budget)

    def middle(self) -> Law:
        if not self.n:
            return Law.certain(0)
        first = (self.n - 1) // 2
        kept = 1 + (self.n + 1) % 2
        total = Ranked(self, first, first + kept).settled().total()
        return total.scaled(Fraction(1, kept))

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
            return Law.certain(0)
        if kept == n:
            return self.pool.total(steps)
        if not law.finite:
            return self._endless_total(steps)
        gain = self.gain(steps) if steps else None
        found = kept_total(law, n, self.first, self.last, gain, self.budget)
        return self.multisets().total(steps) if found is None else found

    def _endless_total(self, steps: Sequence[Step]) -> Law:
        pool = self.pool
        if not steps and pool.fold is not None and pool.fold.ranks_by_bursts(self.budget):
            return pool.fold.kept_total(pool.n, self.first, self.last, self.budget)
        if self.last - self.first == 1 and self.first in (0, pool.n - 1):
            extreme = arithmetic.least if self.first else arithmetic.greatest
            law = extreme([pool.law] * pool.n, self.budget)
            return contribution(law, steps, self.budget)
        raise _endless("keeping some of several values that explode without limit into themselves")

    def multisets(self) -> Multisets:
        law, n = self.pool.law, self.pool.n
        if not law.finite:
            raise _endless("values that explode without limit into themselves")
        table, below = law.table()
        values = sorted(table, reverse=True)
        self.budget.spend_entries(comb(n + len(values), len(values)) * len(values))
        states: dict[tuple[int, tuple[Number, ...]], int] = {(0, ()): 1}
        for value in values:
            following: dict[tuple[int, tuple[Number, ...]], int] = defaultdict(int)
            for (seen, kept), ways in states.items():
                for more in range(n - seen + 1):
                    now = seen + more
                    stay = max(0, min(now, self.last) - max(seen, self.first))
                    weight = ways * comb(n - seen, more) * table[value] ** more
                    following[now, (value,) * stay + kept] += weight
            states = following
        whole = below**n
        return Multisets(
            {kept: Fraction(ways, whole) for (seen, kept), ways in states.items() if seen == n},
            self.budget,
        )


class Fold:
    """Values that exploded into themselves: those that did not stop lie above all that did.

    So the highest of them are found among the dice that exploded, which are fresh dice again.
    """

    def __init__(self, law: Law, burst: Burst) -> None:
        self.law = law
        self.burst = burst

    def ranks_by_bursts(self, budget: Budget) -> bool:
        """Whether one value explodes only, and what it becomes is never less than what stopped."""
        if self.burst.once:
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
            if low.first == low.last:
                stopped = stopped.weighted(miss.mass ** (n - exploded))
            ways = comb(n, exploded) * weight**exploded
            laws.append(part.plus(stopped, budget).weighted(ways))
        return value, weight, union(laws)


class Blocks(Pool):
    """Values of unlike laws, or as many as explosions bring. ``size`` is their number, if it is fixed."""

    def __init__(self, terms: Sequence[Term], size: int | None, budget: Budget) -> None:
        super().__init__(budget)
        self.terms = [
            (weight, tuple(block for block in blocks if block.size)) for weight, blocks in terms
        ]
        self.size = size

    @property
    def _values_end(self) -> bool:
        return all(block.law.finite for _, blocks in self.terms for block in blocks)

    def each(self, step: Each) -> Pool:
        terms = [
            (weight, tuple(block._replace(law=step.change(block.law)) for block in blocks))
            for weight, blocks in self.terms
        ]
        return Blocks(terms, self.size, self.budget)

    def keep(self, step: Keep) -> Pool:
        highest = step.highest is not step.drop
        if self.size is None:
            if step.drop:
                return Dropped(self, step.number, not highest)
            return Kept(self, step.number, highest)
        first, last = step.ranks(self.size)
        kept = last - first
        if kept == self.size:
            return self
        if self._values_end:
            return Kept(self, kept, highest)
        if kept == 1:
            laws = [b.law for b in self.terms[0][1] for _ in range(b.size)]
            extreme = arithmetic.greatest if highest else arithmetic.least
            return Equal(extreme(laws, self.budget), 1, self.budget)
        raise _endless("keeping some of a group whose members explode without limit")

    def unique(self) -> Pool:
        if not self._values_end:
            raise _endless("one of each value where values explode without limit")
        return Distinct(self.terms, self.budget)

    def total(self, steps: Sequence[Step] = ()) -> Law:
        laws = []
        for weight, blocks in self.terms:
            total = Law.certain(0).weighted(weight)
            for block in blocks:
                each = contribution(block.law, steps, self.budget)
                total = total.plus(block.total(each, self.budget), self.budget)
            laws.append(total)
        return union(laws)

    def largest_set(self) -> Law:
        """Exploding dice of one value come on top of the sets of those that stopped."""
        match self.terms:
            case [(weight, (Block(stops, n, False), Block(more, _, True)))] if weight == 1:
                value, table = more.sole, stops.table()[0]
                if value is not None and value not in table:
                    extra = Law.certain(1).weighted(more.mass).again_and_again()
                    stopped = sets.largest_set(stops.weighted(1 / stops.mass), n, self.budget)
                    extras = extra.power(n, self.budget).weighted((1 - more.mass) ** n)
                    return arithmetic.greatest([stopped, extras], self.budget)
        return super().largest_set()

    def longest_run(self) -> Law:
        return presence.longest_run(self.unique_terms(), self.budget)

    def distinct(self) -> Law:
        return presence.distinct(self.unique_terms(), self.budget)

    def unique_terms(self) -> Sequence[Term]:
        if not self._values_end:
            raise _endless("reading a pool whose values explode without limit")
        return self.terms

    def multisets(self) -> Multisets:
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for weight, blocks in self.terms:
            if any(block.endless for block in blocks) or not self._values_end:
                raise _endless("this reading of a pool that explodes without limit")
            pools = [Equal(block.law, block.size, self.budget).multisets() for block in blocks]
            for values, chance in _together(pools, self.budget).sets.items():
                sets[values] += weight * chance
        return Multisets(sets, self.budget)


class Kept(Pool):
    """The ``kept`` highest or lowest values of blocks; all of them, where there are fewer."""

    def __init__(self, blocks: Blocks, kept: int, highest: bool) -> None:
        super().__init__(blocks.budget)
        self.blocks = blocks
        self.kept = kept
        self.highest = highest

    def each(self, step: Each) -> Pool:
        if not step.monotone:
            return super().each(step)
        changed = self.blocks.each(step)
        assert isinstance(changed, Blocks)
        return Kept(changed, self.kept, self.highest)

    def keep(self, step: Keep) -> Pool:
        if step.drop or step.highest is not self.highest:
            return super().keep(step)
        return Kept(self.blocks, min(self.kept, step.number), self.highest)

    def total(self, steps: Sequence[Step] = ()) -> Law:
        if not self.kept:
            return Law.certain(0)
        return kept_of_blocks(
            self.blocks.terms, self.kept, self.highest, self.gain(steps), self.budget
        )

    def multisets(self) -> Multisets:
        step = Keep(self.kept, self.highest, drop=False)
        kept = self.blocks.multisets().keep(step)
        assert isinstance(kept, Multisets)
        return kept


class Dropped(Pool):
    """All but the ``dropped`` highest or lowest values of blocks whose number is random."""

    def __init__(self, blocks: Blocks, dropped: int, highest: bool) -> None:
        super().__init__(blocks.budget)
        self.blocks = blocks
        self.dropped = dropped
        self.highest = highest

    def each(self, step: Each) -> Pool:
        if not step.monotone:
            return super().each(step)
        changed = self.blocks.each(step)
        assert isinstance(changed, Blocks)
        return Dropped(changed, self.dropped, self.highest)

    def total(self, steps: Sequence[Step] = ()) -> Law:
        laws = [block.law for _, blocks in self.blocks.terms for block in blocks]
        points = self.points(steps, laws)
        if points is None:
            return super().total(steps)
        return without_extremes(
            self.blocks.terms, self.dropped, self.highest, points.__getitem__, self.budget
        )

    def multisets(self) -> Multisets:
        step = Keep(self.dropped, self.highest, drop=True)
        left = self.blocks.multisets().keep(step)
        assert isinstance(left, Multisets)
        return left


class Distinct(Pool):
    """One of each value of a pool of blocks."""

    def __init__(
        self, terms: Sequence[Term], budget: Budget, kept: int | None = None, highest: bool = True
    ) -> None:
        super().__init__(budget)
        self.terms = terms
        self.kept = kept
        self.highest = highest

    def keep(self, step: Keep) -> Pool:
        if step.drop or self.kept is not None:
            return super().keep(step)
        return Distinct(self.terms, self.budget, step.number, step.highest)

    def unique(self) -> Pool:
        return self

    def total(self, steps: Sequence[Step] = ()) -> Law:
        points = self.points(steps, [block.law for _, blocks in self.terms for block in blocks])
        if points is None:
            return super().total(steps)
        return presence.total_of_distinct(
            self.terms, self.kept, self.highest, points.__getitem__, self.budget
        )

    def longest_run(self) -> Law:
        return (
            presence.longest_run(self.terms, self.budget)
            if self.kept is None
            else super().longest_run()
        )

    def distinct(self) -> Law:
        one_each = [Each(lambda law: Law.certain(1).weighted(law.mass))]
        return self.total(one_each)

    def multisets(self) -> Multisets:
        pool = Blocks(self.terms, None, self.budget).multisets().unique()
        if self.kept is not None:
            pool = pool.keep(Keep(self.kept, self.highest, drop=False))
        assert isinstance(pool, Multisets)
        return pool


class Multisets(Pool):
    """Every multiset of values with its probability: always right, and for small pools only."""

    def __init__(self, sets: dict[tuple[Number, ...], Fraction], budget: Budget) -> None:
        super().__init__(budget)
        self.sets = sets

    def multisets(self) -> Multisets:
        return self

    def _changed(self, change: Callable[[tuple[Number, ...]], tuple[Number, ...]]) -> Multisets:
        self.budget.spend_entries(len(self.sets))
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in self.sets.items():
            sets[change(values)] += chance
        return Multisets(sets, self.budget)

    def _spread(self, spread: Callable[[Number], Multisets]) -> Multisets:
        """Every value replaced by a multiset, which may be random."""
        spreads = {value: spread(value) for values in self.sets for value in values}
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in self.sets.items():
            for found, weight in _together([spreads[v] for v in values], self.budget).sets.items():
                sets[found] += chance * weight
        return Multisets(sets, self.budget)

    def each(self, step: Each) -> Multisets:
        return self._spread(
            lambda value: Equal(step.change(Law.certain(value)), 1, self.budget).multisets()
        )

    def burst(self, step: Burst) -> Multisets:
        if not step.once:
            raise _endless("dice that explode without limit once some were kept or changed")
        return self._spread(
            lambda value: Equal(Law.certain(value), 1, self.budget).burst(step).multisets()
        )

    def keep(self, step: Keep) -> Multisets:
        def kept(values: tuple[Number, ...]) -> tuple[Number, ...]:
            first, last = step.ranks(len(values))
            return values[len(values) - last : len(values) - first]

        return self._changed(kept)

    def unique(self) -> Multisets:
        return self._changed(lambda values: tuple(sorted(set(values))))

    def total(self, steps: Sequence[Step] = ()) -> Law:
        if not steps:
            return self.read(sum)
        gain = self.gain(steps)
        gains = {value: gain(value) for values in self.sets for value in values}
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
        """What a function says of the values, which it gets lowest first."""
        return law_of((tidy(reader(values)), chance) for values, chance in self.sets.items())


def _together(pools: Sequence[Multisets], budget: Budget) -> Multisets:
    """Independent pools put into one."""
    sets: dict[tuple[Number, ...], Fraction] = {(): Fraction(1)}
    for pool in pools:
        budget.spend_entries(len(sets) * len(pool.sets))
        following: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for values, chance in sets.items():
            for more, weight in pool.sets.items():
                following[tuple(sorted(values + more))] += chance * weight
        sets = following
    return Multisets(sets, budget)


def _endless(what: str) -> OddsError:
    return OddsError(
        "no-closed-form",
        f"no exact odds for {what}",
        hint="`!o` explodes once only",
    )
