"""Re-rolled duplicates: a die showing an earlier value is drawn again, once or until distinct."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import comb, lcm
from typing import ClassVar, TypeAlias

from astragal.errors import RollError
from astragal.outcome import Number, in_order
from astragal.probability.budget import Budget
from astragal.probability.generating.binomials import binomials
from astragal.probability.laws.law import Law, union
from astragal.probability.pools.effects import Effect, Keep, contribution
from astragal.probability.pools.handed import Handed
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.pool import Pool
from astragal.probability.refusals import no_closed_form
from astragal.probability.walks.hands import Hand, Plain, Ranked
from astragal.probability.walks.lots import Cards
from astragal.probability.walks.readings import middle_ranks

_WAY, _STEP, _LAW, _NUMBER, _SET = 900, 20_000, 3_000, 40, 600
"""The steps of adding a value to a multiset, adding a die to a sum, combining two laws, handling
each number of one, and handling a set of values."""

_BLOCKED = 15
"""The number of multisets whose cost equals that of the laws for one set of blocked values."""

Sets: TypeAlias = dict[tuple[Number, ...], Fraction]

Ways: TypeAlias = tuple[dict[Number, int], int]
"""The weight of each value, and the common denominator."""

Blocked: TypeAlias = frozenset[Number]
"""The values for which the next die is drawn again."""


class DrawAgain(Effect):
    """Each value in turn is drawn again if it matches and equals an earlier value.

    This happens once; or else until the value does not match or is new.
    """

    face: Law
    matches: Callable[[Number], bool] | None
    once: bool
    failure: Callable[[], RollError]
    """makes the error for the case that no value is left"""

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        if isinstance(pool, Identical) and pool.n < 2:
            return pool
        if isinstance(pool, Identical) and pool.law.finite:
            return self._on_dice(pool.law, pool.n, pool.budget)
        raise no_closed_form("duplicates of dice that explode without limit")

    def _on_dice(self, law: Law, n: int, budget: Budget) -> Pool:
        """The pool for independent dice of one law."""
        table, _ = law.table()
        fair = len(set(table.values())) == 1 and table == self.face.table().table
        if not fair or self.once or self.matches is not None:
            budget.expect(_WAY * len(table))
            return InTurn(_Turns(self, law), n, budget)
        if n > len(table):
            raise self.failure()
        return Drawn(in_order(table)[::-1], n, 0, n, budget)


class _Turns:
    """The distribution of the next die, for any blocked values."""

    def __init__(self, effect: DrawAgain, law: Law) -> None:
        self.effect = effect
        self.first = law.table()
        self.again = effect.face.table()
        self.values = in_order({*self.first.table, *self.again.table})
        self.ways = cache(self._ways)

    def blocks(self, value: Number) -> bool:
        """True if a die showing this value makes later dice with the value be drawn again."""
        return self.effect.matches is None or self.effect.matches(value)

    def _ways(self, blocked: Blocked) -> Ways:
        """The values of a die that is drawn again if its value is blocked."""
        first, below = self.first
        found = {value: weight for value, weight in first.items() if value not in blocked}
        drawn_again = below - sum(found.values())
        if not drawn_again:
            return found, below
        taken = frozenset[Number]() if self.effect.once else blocked
        left = {value: each for value, each in self.again.table.items() if value not in taken}
        all_left = sum(left.values())
        if not all_left:
            raise self.effect.failure()
        ways = {value: weight * all_left for value, weight in found.items()}
        for value, weight in left.items():
            ways[value] = ways.get(value, 0) + drawn_again * weight
        return ways, below * all_left


class InTurn(Pool):
    """Independent dice of one law after re-rolling duplicates."""

    def __init__(self, turns: _Turns, n: int, budget: Budget) -> None:
        super().__init__(budget)
        self.turns = turns
        self.n = n

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        turns = self.turns
        blocking = sum(map(turns.blocks, turns.values))
        blocked = sum(islice(binomials(blocking), self.n))
        if _BLOCKED * blocked > comb(self.n + len(turns.values) - 1, self.n):
            return self.multisets().total(effects)
        return self._by_blocked(effects)

    def _by_blocked(self, effects: Sequence[Effect]) -> Law:
        """The sum, tracking only the blocked values rather than all values."""
        sums: dict[Blocked, Law] = {frozenset(): Law.certain(0)}
        for left in reversed(range(self.n)):
            parts: dict[Blocked, list[Law]] = defaultdict(list)
            for blocked, sum_before in sums.items():
                for then, (ways, below) in self._steps(blocked, last=not left):
                    self.budget.spend(_STEP + _NUMBER * (sum_before.size + len(ways)))
                    added = contribution(Law.of_table(ways, below), effects, self.budget)
                    parts[then].append(sum_before.plus(added, self.budget))
            sums = {blocked: union(laws) for blocked, laws in parts.items()}
        return union(sums.values())

    def _steps(self, blocked: Blocked, *, last: bool) -> Iterable[tuple[Blocked, Ways]]:
        """The values of the next die, grouped by the values blocked after it."""
        self.budget.spend(_WAY * len(self.turns.values))
        ways, below = self.turns.ways(blocked)
        if last:  # no die follows that could be drawn again
            return [(frozenset(), (ways, below))]
        found: dict[Blocked, dict[Number, int]] = defaultdict(dict)
        for value, weight in ways.items():
            then = blocked | {value} if self.turns.blocks(value) else blocked
            found[then][value] = weight
        return [(then, (table, below)) for then, table in found.items()]

    def multisets(self) -> Multisets:
        sets: dict[tuple[Number, ...], int] = {(): 1}
        whole = 1
        for _ in range(self.n):
            self.budget.spend(_WAY * len(sets) * len(self.turns.values))
            self.budget.room(len(sets) * len(self.turns.values), 64 * self.n)
            ways = {values: self.turns.ways(self._blocked(values)) for values in sets}
            below = lcm(*(each for _, each in ways.values()))
            following: dict[tuple[Number, ...], int] = defaultdict(int)
            for values, weight in sets.items():
                found, each = ways[values]
                share = weight * (below // each)
                for value, chance in found.items():
                    following[tuple(sorted((*values, value)))] += share * chance
            sets, whole = following, whole * below
        return Multisets(
            {values: Fraction(weight, whole) for values, weight in sets.items()}, self.budget
        )

    def _blocked(self, values: Sequence[Number]) -> Blocked:
        return frozenset(filter(self.turns.blocks, values))


class Drawn(Pool):
    """A range of ranks of ``n`` distinct values drawn from equally likely ones, highest first."""

    def __init__(
        self, values: Sequence[Number], n: int, first: int, last: int, budget: Budget
    ) -> None:
        super().__init__(budget)
        self.values = values
        """the values that can be drawn, highest first"""
        self.n = n
        self.first = first
        self.last = last

    def _ranks(self, first: int, last: int) -> Drawn:
        """The pool of some of its ranks."""
        return Drawn(self.values, self.n, self.first + first, self.first + last, self.budget)

    def keep(self, effect: Keep) -> Pool:
        match effect.stretches(self.last - self.first):
            case [(first, last)]:
                return self._ranks(first, last)
        return Handed(self.hand(), self.budget).keep(effect)

    def unique(self) -> Pool:
        return self

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        if self.first == self.last:
            return Law.certain(0)
        self.budget.spend(_LAW * len(self.values))
        gain = self.gain(effects)
        found: list[Law] = []
        # The sum of the values among the ranks, by the number of values drawn so far.
        sums: dict[int, Law] = {0: Law.certain(0)}
        for place, value in enumerate(self.values):
            below = len(self.values) - place - 1
            for taken in sorted(sums, reverse=True):
                if taken + 1 + below < self.n:
                    del sums[taken]  # too few values remain, now and later
                    continue
                now = sums[taken]
                if taken >= self.first:
                    now = now.plus(gain(value), self.budget)
                if taken + 1 == self.last:
                    found.append(now.weighted(comb(below, self.n - self.last)))
                else:
                    sums[taken + 1] = self._either(sums.get(taken + 1), now)
        self.budget.spend(sum(_LAW + _NUMBER * law.size for law in found))
        return union(found).weighted(Fraction(1, comb(len(self.values), self.n)))

    def _either(self, one: Law | None, other: Law) -> Law:
        if one is None:
            return other
        self.budget.spend(_LAW + _NUMBER * (one.size + other.size))
        return union([one, other])

    def middle(self) -> Law:
        if self.first == self.last:
            return Law.certain(0)
        first, last = middle_ranks(self.last - self.first)
        return self._ranks(first, last).total().scaled(Fraction(1, last - first))

    def hand(self) -> Hand:
        drawn = Plain(Cards(dict.fromkeys(self.values, 1), self.n))
        return Ranked(drawn, lambda _: [(self.first, self.last)])

    def multisets(self) -> Multisets:
        ways = comb(len(self.values), self.n)
        self.budget.spend(_SET * ways)
        self.budget.room(ways, 64 * self.n)
        sets: Sets = defaultdict(Fraction)
        for values in self._kept():
            sets[values] += Fraction(1, ways)
        return Multisets(sets, self.budget)

    def _kept(self) -> Iterator[tuple[Number, ...]]:
        """The pool's ranks of each set of values that may be drawn, lowest first."""
        for values in combinations(self.values, self.n):
            yield values[self.first : self.last][::-1]
