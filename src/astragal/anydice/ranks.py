"""Sums of some dice of a throw, by their rank: `@`, highest, lowest and middle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb, prod
from operator import add
from typing import Any, TypeAlias

from astragal.anydice.dice import EMPTY, Dice
from astragal.anydice.faces import Faces, certain
from astragal.odds.budget import Budget

_RANKS = 8_000
"""The steps of a sum of ranks, however few dice there are."""
_FEW_STEPS = 400
"""Up to so many transitions are gone through here rather than by polynomials."""


def at_ranks(places: Sequence[int], dice: Dice, *, lowest_first: bool, budget: Budget) -> Dice:
    """The sum of the dice at some places of the sorted throw, counted from 1."""
    if dice.empty:
        # Only the empty die of length 1 has a place.
        return Dice(certain(0)) if dice.count and 1 not in places else EMPTY
    times = [0] * dice.count
    for place in places:
        if 1 <= place <= dice.count:
            times[-place if lowest_first else place - 1] += 1
    return Dice(sum_of_ranks(dice.faces, times, budget))


def sum_of_ranks(faces: Faces, times: Sequence[int], budget: Budget) -> Faces:
    """The sum of equal dice, each counted as often as its rank says, highest first."""
    ranks = [rank for rank, often in enumerate(times) if often]
    if not ranks:
        return certain(0)
    first, last = ranks[0], ranks[-1] + 1
    if all(often == 1 for often in times[first:last]):
        return kept_ranks(faces, len(times), first, last, budget)
    return joined_ranks([(faces, len(times))], times, budget)


def kept_ranks(faces: Faces, n: int, first: int, last: int, budget: Budget) -> Faces:
    """The sum of the dice from one rank to before another."""
    budget.spend(_RANKS)
    if first == 0 and last == n:
        return faces.times(n, budget)
    if n * n * len(faces.table) > _FEW_STEPS or last - first == 1:
        from astragal.odds.laws.law import Law
        from astragal.odds.pools.order_statistics import kept_total

        table: Any = faces.table
        law = Law.of_table(table, faces.total, lowest_first=True)
        found = kept_total(law, n, first, last, None, budget)
        if found is not None:
            table, total = found.table()
            return Faces.of(table, total, faces.doubt * n)
    times = [0] * first + [1] * (last - first) + [0] * (n - last)
    return joined_ranks([(faces, n)], times, budget)


def joined_ranks(
    groups: Sequence[tuple[Faces, int]], times: Sequence[int], budget: Budget
) -> Faces:
    """The same for unlike dice thrown together: groups of equal ones, with their number."""
    ranks = [rank for rank, often in enumerate(times) if often]
    if ranks[0] > len(times) - 1 - ranks[-1]:
        # The ranks that count are soon found from the other end.
        turned = [(faces.negated(), n) for faces, n in groups]
        return joined_ranks(turned, times[::-1], budget).negated()
    budget.spend(_RANKS)
    total = prod(faces.total**n for faces, n in groups)
    doubt = sum(faces.doubt * n for faces, n in groups)
    return Faces.of(_Walk(groups, times, ranks[-1] + 1, budget).sums(), total, doubt)


class _Walk:
    """From the highest outcome down: how many dice of each group lie on it.

    A state is how many dice of each group are left, with the weights of every sum so far. As soon
    as the dice that count are placed, it does not matter where the others lie.
    """

    def __init__(
        self,
        groups: Sequence[tuple[Faces, int]],
        times: Sequence[int],
        needed: int,
        budget: Budget,
    ) -> None:
        self._groups = groups
        self._budget = budget
        self._dice = len(times)
        self._reach = list(accumulate(times, initial=0))
        self._needed = needed
        self._words = 1 + sum(n * faces.total.bit_length() for faces, n in groups) // 64
        self._done: dict[int, int] = {}
        """sums of which all dice that count are known"""

    def sums(self) -> dict[int, int]:
        states: _States = {tuple(n for _, n in self._groups): {0: 1}}
        below = [faces.total for faces, _ in self._groups]
        outcomes = {each for faces, _ in self._groups for each in faces.table}
        for outcome in sorted(outcomes, reverse=True):
            weights = [faces.table.get(outcome, 0) for faces, _ in self._groups]
            below = [rest - weight for rest, weight in zip(below, weights, strict=True)]
            following: _States = {}
            for left, sums in states.items():
                self._place(left, sums, outcome, weights, below, following)
            states = following
        return self._done

    def _place(
        self,
        left: tuple[int, ...],
        sums: dict[int, int],
        outcome: int,
        weights: Sequence[int],
        below: Sequence[int],
        following: _States,
    ) -> None:
        """Every number of dice on an outcome: fewer than are needed, or enough of them."""
        placed = self._dice - sum(left)
        need = self._needed - placed
        ways_on = prod(min(n, need - 1) + 1 for n in left)
        self._budget.spend((_STATE + 60 * self._words) * (1 + ways_on))
        both = map(add, below, weights)
        enough = prod(each**n for each, n in zip(both, left, strict=True))
        for after, ways in _on_outcome(left, weights, need):
            now = self._dice - sum(after)
            self._budget.spend((100 + self._words) * len(sums))
            more = outcome * (self._reach[now] - self._reach[placed])
            _add(following.setdefault(after, {}), sums, more, ways)
            enough -= ways * prod(low**n for low, n in zip(below, after, strict=True))
        self._budget.spend((100 + self._words) * len(sums))
        more = outcome * (self._reach[self._needed] - self._reach[placed])
        _add(self._done, sums, more, enough)


_States: TypeAlias = "dict[tuple[int, ...], dict[int, int]]"
_STATE = 600
"""The steps of one state, or of one way to the next."""


def _add(table: dict[int, int], sums: dict[int, int], more: int, ways: int) -> None:
    """Count sums that have grown, unless there is no way to them."""
    if ways:
        for total, weight in sums.items():
            key = total + more
            table[key] = table.get(key, 0) + weight * ways


def _on_outcome(
    left: tuple[int, ...], weights: Sequence[int], need: int
) -> list[tuple[tuple[int, ...], int]]:
    """The ways in which fewer dice than are needed lie on an outcome: those left, the weight."""
    found: list[tuple[tuple[int, ...], int, int]] = [((), 1, 0)]
    for n, weight in zip(left, weights, strict=True):
        found = [
            ((*after, n - k), ways * comb(n, k) * weight**k, on + k)
            for after, ways, on in found
            for k in range(min(n, need - 1 - on) + 1 if weight else 1)
        ]
    return [(after, ways) for after, ways, _ in found]
