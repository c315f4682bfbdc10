"""Sums of some dice of a throw, by rank: `@`, highest, lowest and middle."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, groupby

from astragal.anydice.budget import Budget
from astragal.anydice.dice import EMPTY, Dice, certain, die_of
from astragal.probability.pools.handed import Handed
from astragal.probability.pools.identical import Identical
from astragal.probability.readings.blocks import Block, dice_of
from astragal.probability.walks.hands import Ranked
from astragal.probability.walks.readings import Reading

_DIE = 20
"""The steps of one die, whether or not it counts."""


def at_ranks(places: Sequence[int], dice: Dice, *, lowest_first: bool, budget: Budget) -> Dice:
    """The sum of the dice at some positions of the sorted throw, counted from 1."""
    if dice.empty:
        # Only the empty die of length 1 has a position.
        return certain(0) if dice.count and 1 not in places else EMPTY
    budget.spend(_DIE * dice.count)
    times = [0] * dice.count
    for place in places:
        if 1 <= place <= dice.count:
            times[-place if lowest_first else place - 1] += 1
    return sum_of_ranks([dice], times, budget)


def sum_of_ranks(pools: Sequence[Dice], times: Sequence[int], budget: Budget) -> Dice:
    """The sum of dice thrown together, each multiplied by its rank's entry, highest first."""
    budget.bounded(max(pool.reach for pool in pools) * sum(times))
    doubt = sum(pool.doubt * pool.count for pool in pools)
    if len(pools) == 1 and max(times) <= 1:
        (pool,) = pools
        ranked = Identical(pool.law, pool.count, budget).ranks(_stretches(times))
        return die_of(ranked.total(), doubt)
    hand = dice_of([(Fraction(1), tuple([Block(pool.law, pool.count) for pool in pools]))], budget)
    if max(times) <= 1:
        stretches = _stretches(times)
        return die_of(Handed(Ranked(hand, lambda _: stretches), budget).total(), doubt)
    return die_of(Handed(hand, budget).read(_weighed(times)), doubt)


def _stretches(times: Sequence[int]) -> list[tuple[int, int]]:
    """The ranks that count, as half-open ranges."""
    found, rank = [], 0
    for counts, alike in groupby(times):
        following = rank + len(list(alike))
        if counts:
            found.append((rank, following))
        rank = following
    return found


def _weighed(times: Sequence[int]) -> Reading:
    reach = list(accumulate(times, initial=0))

    def step(state: tuple[int, int], face: int, dice: int) -> tuple[int, int]:
        seen, total = state
        return seen + dice, total + face * (reach[seen + dice] - reach[seen])

    return Reading((0, 0), step, lambda state: state[1])
