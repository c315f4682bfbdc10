"""Sums of some dice of a throw, by their rank: `@`, highest, lowest and middle."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb, prod
from operator import add
from typing import Any, TypeAlias

from astragal.anydice.budget import Budget
from astragal.anydice.dice import EMPTY, Dice
from astragal.anydice.faces import WORD, Faces, certain, count_table

_RANKS = 8_000
"""The steps of a sum of ranks, however few dice there are."""
_DIE = 20
"""The steps of one die, whether it counts or not."""
_OUTCOME = 300
"""At least so many steps are taken for each outcome and each rank that counts."""
_FEW_STEPS = 400
"""Up to so many transitions are gone through here rather than by polynomials."""


def at_ranks(places: Sequence[int], dice: Dice, *, lowest_first: bool, budget: Budget) -> Dice:
    """The sum of the dice at some places of the sorted throw, counted from 1."""
    if dice.empty:
        # Only the empty die of length 1 has a place.
        return Dice(certain(0)) if dice.count and 1 not in places else EMPTY
    budget.spend(_DIE * dice.count)
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
    budget.bounded(faces.reach * (last - first))
    if first == 0 and last == n:
        return faces.times(n, budget)
    if last - first == 1:
        return _one_rank(faces, n, first, budget)
    if n * n * len(faces.table) > _FEW_STEPS:
        from astragal.probability.laws.law import Law
        from astragal.probability.readings.order_statistics import kept_total

        # Laws of very many outcomes take long to make: what follows would be refused anyway.
        budget.expect(_OUTCOME * len(faces.table) * (last - first))
        table: Any = faces.table
        law = Law.of_table(table, faces.total, lowest_first=True)
        found = kept_total(law, n, first, last, None, budget)
        if found is not None:
            table, total = found.table()
            count_table(len(table), total.bit_length(), budget)
            return Faces.of(table, total, faces.doubt * n)
    times = [0] * first + [1] * (last - first) + [0] * (n - last)
    return joined_ranks([(faces, n)], times, budget)


def _one_rank(faces: Faces, n: int, rank: int, budget: Budget) -> Faces:
    """By the tails: the die of a rank reaches a number if more dice than the rank do."""
    words = n * faces.total.bit_length() // 64
    few = min(rank + 1, n - rank)
    budget.spend(len(faces.table) * few * (_TERM + 10 * words + words * words // 8))
    count_table(len(faces.table), n * faces.total.bit_length(), budget)
    table: dict[int, int] = {}
    reach = before = 0
    for outcome, weight in reversed(faces.table.items()):
        reach += weight
        # The shorter sum: of those that have too few dice there, or of those that have enough.
        if rank < n - rank:
            fewer = _weight_of(range(rank + 1), n, reach, faces.total)
            reached = faces.total**n - fewer
        else:
            reached = _weight_of(range(rank + 1, n + 1), n, reach, faces.total)
        if reached != before:
            table[outcome] = reached - before
        before = reached
    return Faces.of(table, faces.total**n, faces.doubt * n)


def _weight_of(numbers: range, n: int, reach: int, total: int) -> int:
    """The weight of all throws of which so many dice reach a number."""
    below = total - reach
    ways, found = comb(n, numbers.start), 0
    for dice in numbers:
        found += ways * reach**dice * below ** (n - dice)
        ways = ways * (n - dice) // (dice + 1)
    return found


_TERM = 150
"""The steps of one term of such a sum, beside those of its digits."""


def joined_ranks(
    groups: Sequence[tuple[Faces, int]], times: Sequence[int], budget: Budget
) -> Faces:
    """The same for unlike dice thrown together: groups of equal ones, with their number."""
    ranks = [rank for rank, often in enumerate(times) if often]
    if ranks[0] > len(times) - 1 - ranks[-1]:
        # The ranks that count are soon found from the other end.
        turned = [(faces.negated(budget), n) for faces, n in groups]
        return joined_ranks(turned, times[::-1], budget).negated(budget)
    budget.spend(_RANKS)
    furthest = budget.bounded(max(faces.reach for faces, _ in groups) * sum(times))
    total = prod(faces.total**n for faces, n in groups)
    doubt = sum(faces.doubt * n for faces, n in groups)
    sums = _Walk(groups, times, ranks[-1] + 1, furthest.bit_length(), budget).sums()
    count_table(len(sums), total.bit_length() + furthest.bit_length(), budget)
    return Faces.of(sums, total, doubt)


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
        bits: int,
        budget: Budget,
    ) -> None:
        """No sum has more than so many bits."""
        self._groups = groups
        self._budget = budget
        self._dice = len(times)
        self._reach = list(accumulate(times, initial=0))
        self._needed = needed
        self._words = 1 + sum(n * faces.total.bit_length() for faces, n in groups) // 64
        self._entry = 100 + self._words + self._words**2 // 8 + WORD * (bits // 64)
        """the steps of one sum that grows"""
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
            self._budget.spend(self._entry * len(sums))
            more = outcome * (self._reach[now] - self._reach[placed])
            _add(following.setdefault(after, {}), sums, more, ways)
            enough -= ways * prod(low**n for low, n in zip(below, after, strict=True))
        self._budget.spend(self._entry * len(sums))
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
