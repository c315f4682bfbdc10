"""icepool, an independent program, says the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Die, odds, pool, walk
from astragal.outcome import Outcome
from tests.support.examples import examples


def by_icepool(die: Any) -> dict[Outcome, Fraction]:
    whole = int(die.denominator())
    return {outcome: Fraction(int(weight), whole) for outcome, weight in die.items() if weight}


d = icepool.d
D10ISH = icepool.Die({0: 1, **dict.fromkeys(range(1, 10), 2), 10: 1})
FUDGE = icepool.Die([-1, 0, 1])

CASES = [
    ("10d6", 10 @ d(6)),
    ("3d6 + 2d8 - 1d4", 3 @ d(6) + 2 @ d(8) - d(4)),
    ("7d10ish", 7 @ D10ISH),
    ("6dF", 6 @ FUDGE),
    ("20d20kh5", d(20).highest(20, 5)),
    ("20d20kl5", d(20).lowest(20, 5)),
    ("12d10dl2", d(10).highest(12, 10)),
    ("12d10dh2", d(10).lowest(12, 10)),
    ("9d8dh2dl3", d(8).pool(9)[3:-2].sum()),
    ("10d10ishkh4", D10ISH.highest(10, 4)),
    ("middle(9d12)", d(12).middle(9)),
    ("30d10c>=8c=10f=1", 30 @ d(10).map(lambda face: (face >= 8) + (face == 10) - (face == 1))),
    ("15d20r", 15 @ d(20).reroll([1], depth=1)),
    ("15d20rr<=3", 15 @ d(20).reroll([1, 2, 3], depth="inf")),
    ("8d6min2max5", 8 @ d(6).map(lambda face: min(max(face, 2), 5))),
    ("largest_set(12d10)", d(10).pool(12).largest_count()),
    ("largest_set(9d10ish)", D10ISH.pool(9).largest_count()),
    ("longest_run(10d8)", d(8).pool(10).largest_straight()),
    ("longest_run(8d10ish)", D10ISH.pool(8).largest_straight()),
    ("distinct(10d8)", d(8).pool(10).unique().size()),
    ("10d8u", d(8).pool(10).unique().sum()),
    ("{3d6, 2d10, 1d20}kh1", icepool.highest(3 @ d(6), 2 @ d(10), d(20))),
    ("{3d6, 2d10, 1d20}kl2", icepool.lowest(3 @ d(6), 2 @ d(10), d(20), keep=2)),
    ("(2d4)d6", (2 @ d(4)) @ d(6)),
    ("2d6 * 1d8", (2 @ d(6)) * d(8)),
    ("(5d10) // (1d4)", (5 @ d(10)) // d(4)),
    ("(6d6kh3) > (3d10)", d(6).highest(6, 3) > 3 @ d(10)),
    ("(4d6) = (3d8)", 4 @ d(6) == 3 @ d(8)),
]


@pytest.mark.parametrize(("text", "die"), CASES, ids=[text for text, _ in CASES])
def test_icepool_agrees(text: str, die: Any) -> None:
    assert dict(odds(text).items()) == by_icepool(die)


def test_icepool_agrees_on_explosions_as_far_as_it_goes() -> None:
    """It stops after nine explosions of a die: totals below 10 × 6 plus 4 are the same."""
    theirs = by_icepool(5 @ d(6).explode(depth=9))
    ours = odds("5d6!")
    assert all(ours.probability(total) == theirs.get(total, 0) for total in range(5, 64))


def test_icepool_agrees_on_who_wins() -> None:
    theirs = d(6).highest(20, 5).cmp(d(8).highest(15, 4))
    fares = odds("20d6kh5").versus(odds("15d8kh4"))
    assert by_icepool(theirs) == {1: fares.win, 0: fares.tie, -1: fares.lose}


class MixedUp(icepool.MultisetEvaluator):  # type: ignore[misc]
    """A state that depends on every face and every number."""

    def next_state(self, state: Any, order: Any, outcome: Any, *counts: int) -> int:
        return mixed_up(state or 0, outcome, *counts)

    def final_outcome(self, final_state: Any, *_: Any) -> int:
        return final_state or 0


def mixed_up(state: int, face: int, *counts: int) -> int:
    for place, count in enumerate(counts):
        state = (3 * state + (face + 2) * (count + place + 1) + count) % 13
    return state


faces = st.one_of(
    st.integers(1, 12).map(lambda sides: list(range(1, sides + 1))),
    st.lists(st.integers(1, 8), min_size=1, max_size=5),
)
some_dice = st.lists(faces, min_size=1, max_size=4)


@examples(150)
@given(st.lists(some_dice, min_size=1, max_size=2))
def test_icepool_agrees_on_walks_over_random_pools(pools: list[list[list[int]]]) -> None:
    """In one order or the other: icepool chooses it. One die has all faces that any may show."""
    pools = [[*pools[0], list(range(1, 13))], *pools[1:]]
    theirs = MixedUp()(*(icepool.Pool([icepool.Die(each) for each in dice]) for dice in pools))
    ours = [pool([Die(each) for each in dice]) for dice in pools]
    found = [walk(*ours, step=mixed_up, rising=rising).odds() for rising in (True, False)]
    assert by_icepool(theirs) in [dict(each.items()) for each in found], pools
