"""Joined pools: the dice of several members of a group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from math import prod

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Burst, Each, Effect, Keep, Split
from astragal.probability.pools.handed import Handed
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import Multisets, together
from astragal.probability.pools.pool import Pool
from astragal.probability.pools.unlike import Unlike
from astragal.probability.readings.blocks import Block, Term, dice_of
from astragal.probability.walks import hands
from astragal.probability.walks.hands import Hand
from astragal.probability.walks.readings import Reading


class Joined(Pool):
    """The values of independent pools; effects on single values are applied pool by pool."""

    def __init__(self, pools: Sequence[Pool], budget: Budget) -> None:
        super().__init__(budget)
        self.pools = pools

    def each(self, effect: Each) -> Pool:
        return Joined([pool.each(effect) for pool in self.pools], self.budget)

    def filter(self, split: Split) -> Pool:
        return Joined([pool.filter(split) for pool in self.pools], self.budget)

    def fold(self, burst: Burst) -> Pool:
        return Joined([pool.fold(burst) for pool in self.pools], self.budget)

    def burst(self, burst: Burst) -> Pool:
        return Joined([pool.burst(burst) for pool in self.pools], self.budget)

    def keep(self, effect: Keep) -> Pool:
        return self._as_one().keep(effect)

    def unique(self) -> Pool:
        return self._as_one().unique()

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        total = Law.certain(0)
        for pool in self.pools:
            total = total.plus(pool.total(effects), self.budget)
        return total

    def read(self, reading: Reading) -> Law:
        return self._as_one().read(reading)

    def middle(self) -> Law:
        return self._as_one().middle()

    def hand(self) -> Hand:
        return self._as_one().hand()

    def multisets(self) -> Multisets:
        return together([pool.multisets() for pool in self.pools], self.budget)

    def _as_one(self) -> Pool:
        """The same values as blocks, or as a hand if some of them are not independent."""
        if {Identical}.issuperset(map(type, self.pools)):
            return _blocks_together([(each.law, each.n) for each in self.pools], self.budget)  # type: ignore[attr-defined]
        blocks = [_blocks_of(pool) for pool in self.pools]
        known = [each for each in blocks if each is not None]
        if len(known) < len(blocks):
            return Handed(reduce(hands.Joined, [pool.hand() for pool in self.pools]), self.budget)
        self.budget.spend_cases(prod(len(terms) for terms, _ in known))
        terms = [_one_term(terms) for terms in product(*(terms for terms, _ in known))]
        match terms:
            case [(_, (Block(law, n, False, 0),))] if law.mass == 1:
                return Identical(law, n, self.budget)
        sizes = [size for _, size in known if size is not None]
        return Unlike(terms, sum(sizes) if len(sizes) == len(known) else None, self.budget)


def _blocks_together(parts: Iterable[tuple[Law, int]], budget: Budget) -> Pool:
    """A pool of independent values with numbers per law; values of one law share a block."""
    laws: dict[int, Law] = {}
    sizes: dict[int, int] = {}
    for law, n in parts:
        laws[id(law)] = law
        sizes[id(law)] = sizes.get(id(law), 0) + n
    budget.spend_cases(1)
    if len(laws) == 1:
        ((key, law),) = laws.items()
        if law.mass == 1:
            return Identical(law, sizes[key], budget)
    blocks = tuple([Block(law, sizes[key]) for key, law in laws.items()])
    return Unlike([(Fraction(1), blocks)], sum(sizes.values()), budget)


def hand_of(cases: Sequence[tuple[Fraction, Pool]]) -> Hand:
    """A pool, or a mixture of pools, as a hand for walks."""
    if len(cases) == 1:
        return cases[0][1].hand()
    terms: list[Term] = []
    for chance, pool in cases:
        blocks = _blocks_of(pool)
        if blocks is None:
            return _mixed(cases).hand()
        terms += [(chance * weight, each) for weight, each in blocks[0]]
    return dice_of(terms, cases[0][1].budget)


def _mixed(cases: Sequence[tuple[Fraction, Pool]]) -> Multisets:
    sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for share, pool in cases:
        for values, chance in pool.multisets().sets.items():
            sets[values] += share * chance
    return Multisets(sets, cases[0][1].budget)


def _blocks_of(pool: Pool) -> tuple[Sequence[Term], int | None] | None:
    """A pool as blocks, and its number of values if fixed; None for other kinds of pools."""
    match pool:
        case Identical():
            return [(Fraction(1), (Block(pool.law, pool.n),))], pool.n
        case Unlike():
            return pool.terms, pool.size
    return None


def _one_term(terms: Iterable[Term]) -> Term:
    """Merge independent terms into one; blocks of the same law are merged."""
    weight, found = Fraction(1), dict[tuple[int, bool, Fraction | int], Block]()
    for share, blocks in terms:
        weight *= share
        for block in blocks:
            key = id(block.law), block.endless, block.absent
            size = found[key].size if key in found else 0
            found[key] = block._replace(size=size + block.size)
    return weight, tuple(found.values())
