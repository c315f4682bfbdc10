"""Sorted rolls with their weights, listed in either of two ways."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from astragal.anydice.faces import Faces
from astragal.anydice.rolls import _die_by_die, _outcome_by_outcome, sorted_rolls


@pytest.mark.parametrize("weights", [{7: 3}, {1: 1, 2: 3, 5: 2}, {-1: 1, 0: 2, 1: 1, 4: 5, 6: 7}])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("lowest_first", [False, True])
def test_every_sorted_roll_has_the_weight_of_its_orders(
    weights: dict[int, int], count: int, lowest_first: bool
) -> None:
    faces = Faces(weights, sum(weights.values()))
    expected: Counter[tuple[int, ...]] = Counter()
    for roll in product(weights, repeat=count):
        in_order = tuple(sorted(roll, reverse=not lowest_first))
        expected[in_order] += prod(weights[face] for face in roll)
    rolls, ways = sorted_rolls(faces, count, lowest_first=lowest_first)
    assert list(rolls) == sorted(expected, reverse=not lowest_first)
    assert dict(zip(rolls, ways, strict=True)) == expected
    outcomes = sorted(weights, reverse=not lowest_first)
    both = _die_by_die(outcomes, faces, count), _outcome_by_outcome(outcomes, faces, count)
    assert both[0] == both[1]
