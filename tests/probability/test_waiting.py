"""The tables of faces that wait to be re-rolled, against all sets of faces written down."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest

from astragal.probability.pools.waiting import waiting


@pytest.mark.parametrize(("rerolls", "dice"), [(1, 3), (2, 1), (3, 2), (4, 4), (6, 3)])
def test_faces_that_wait_are_known_by_their_places(rerolls: int, dice: int) -> None:
    faces = range(1, rerolls + 1)
    sets = list(combinations_with_replacement(faces, dice))
    less = list(combinations_with_replacement(faces, dice - 1))
    found = waiting(rerolls, dice)
    assert found.size == len(sets)
    ways = Counter(tuple(sorted(rolled)) for rolled in product(faces, repeat=dice))
    assert found.orders == [ways[each] for each in sets]
    left = zip(*(combinations(each, dice - 1) for each in sets), strict=True)
    assert [[less[place] for place in places] for places in found.left] == [*map(list, left)]
