"""Sums of dice by their rank: every way gives the same odds."""

from __future__ import annotations

import pytest

from astragal.anydice.budget import Budget
from astragal.anydice.faces import Faces, fair
from astragal.anydice.ranks import joined_ranks, kept_ranks

UNEVEN = Faces.of({-2: 3, 1: 1, 5: 4}, 8)


@pytest.mark.parametrize("faces", [fair(1, 6), fair(0, 1), UNEVEN], ids=["d6", "coin", "uneven"])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_one_rank_is_what_a_walk_through_all_faces_gives(faces: Faces, n: int) -> None:
    for rank in range(n):
        times = [int(each == rank) for each in range(n)]
        walked = joined_ranks([(faces, n)], times, Budget())
        assert kept_ranks(faces, n, rank, rank + 1, Budget()) == walked


def test_the_middle_of_very_many_dice_is_soon_found() -> None:
    budget = Budget()
    median = kept_ranks(fair(1, 6), 1001, 500, 501, budget)
    assert median.table[3] == median.table[4]
    assert budget.spent < 100_000_000
