"""Two sides against each other, compared with every pair of outcomes."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from astragal.probability.facing import Ladder, Ranked, faced

sides = st.lists(
    st.builds(Ranked, st.integers(0, 9), st.sampled_from("abc"), st.integers(1, 5)), max_size=12
)


@given(sides, sides)
def test_every_pair_is_counted_with_who_is_higher_and_what_is_kept(
    ours: list[Ranked], theirs: list[Ranked]
) -> None:
    pairs: Counter[tuple[int, str, str]] = Counter()
    for mine in ours:
        for other in theirs:
            sign = (mine.rank > other.rank) - (mine.rank < other.rank)
            pairs[sign, mine.kept, other.kept] += mine.weight * other.weight
    assert faced(ours, theirs) == pairs


@given(sides, sides)
def test_a_ladder_knows_what_is_higher_equal_and_lower(
    ours: list[Ranked], theirs: list[Ranked]
) -> None:
    ladder = Ladder.of(ours)
    for other in theirs:
        expected = {
            1: sum(mine.weight for mine in ours if mine.rank > other.rank),
            0: sum(mine.weight for mine in ours if mine.rank == other.rank),
            -1: sum(mine.weight for mine in ours if mine.rank < other.rank),
        }
        assert ladder.against(other.rank) == expected


def test_ranks_that_never_overlap_are_not_compared_one_by_one() -> None:
    class Counted(int):
        compared = 0

        def __lt__(self, other: object) -> bool:
            Counted.compared += 1
            return int(self) < int(other)  # type: ignore[call-overload, no-any-return]

        __gt__ = int.__gt__
        __hash__ = int.__hash__

    low = [Ranked(Counted(rank), "low", 1) for rank in range(100)]
    high = [Ranked(Counted(rank), "high", 1) for rank in range(1000, 1100)]
    assert faced(low, high) == {(-1, "low", "high"): 10_000}
    assert Counted.compared < 250  # to sort them, and once for all
