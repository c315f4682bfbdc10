"""Sums of dice by their rank, where some are counted twice, and where they are unlike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

import pytest

from astragal.anydice import run
from astragal.anydice.budget import Budget
from astragal.anydice.ranks import sum_of_ranks
from astragal.anydice.values import thrown


def plainly(dice: Iterable[Sequence[int]], places: Iterable[int]) -> dict[int, Fraction]:
    """The odds of the sum of some places of every roll."""
    rolls = [sorted(roll, reverse=True) for roll in product(*dice)]
    sums = Counter(sum(roll[p - 1] for p in places if p <= len(roll)) for roll in rolls)
    return {total: Fraction(ways, len(rolls)) for total, ways in sums.items()}


POOLS = {"4d{1,1,2}": [[1, 1, 2]] * 4, "5d3": [[1, 2, 3]] * 5, "2d{-1,0,5}": [[-1, 0, 5]] * 2}


@pytest.mark.parametrize("places", [[1], [2], [4], [1, 2], [2, 3], [1, 1, 2], [2, 2], [1, 3], [9]])
@pytest.mark.parametrize("pool", POOLS)
def test_places_count_as_often_as_they_are_named(pool: str, places: list[int]) -> None:
    (output,) = run(f"output {{{','.join(map(str, places))}}} @ {pool}")
    assert output.odds is not None
    assert dict(output.odds.items()) == plainly(POOLS[pool], places)


@pytest.mark.parametrize(("which", "places"), [("highest", [1, 2]), ("lowest", [3, 4])])
def test_unlike_dice_are_ranked_together(which: str, places: list[int]) -> None:
    (output,) = run(f"output [{which} 2 of 2d3 and d{{1,1,5}} and d4]")
    assert output.odds is not None
    dice = [[1, 2, 3], [1, 2, 3], [1, 1, 5], [1, 2, 3, 4]]
    assert dict(output.odds.items()) == plainly(dice, places)


def test_the_middle_of_very_many_dice_is_soon_found() -> None:
    budget = Budget()
    times = [0] * 500 + [1] + [0] * 500
    median = sum_of_ranks([thrown(1001, 6, budget)], times, budget)
    assert median.table[3] == median.table[4]
    assert budget.spent < 100_000_000
