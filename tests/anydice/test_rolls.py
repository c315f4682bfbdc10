"""Sorted rolls with their weights."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from astragal.anydice.dice import Dice, die
from astragal.anydice.rolls import sorted_rolls


@pytest.mark.parametrize("weights", [{7: 1}, {1: 1, 2: 3, 5: 2}, {-1: 1, 0: 2, 1: 1, 4: 5, 6: 7}])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("lowest_first", [False, True])
def test_every_sorted_roll_has_the_weight_of_its_orders(
    weights: dict[int, int], count: int, lowest_first: bool
) -> None:
    dice = Dice(die(weights, sum(weights.values())).law, count)
    expected: Counter[tuple[int, ...]] = Counter()
    for roll in product(weights, repeat=count):
        in_order = tuple(sorted(roll, reverse=not lowest_first))
        expected[in_order] += prod(weights[face] for face in roll)
    rolls, ways = sorted_rolls(dice, lowest_first=lowest_first)
    assert list(rolls) == sorted(expected, reverse=not lowest_first)
    assert dict(zip(rolls, ways, strict=True)) == expected
