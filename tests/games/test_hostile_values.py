"""Hostile values are refused in plain words; what is accepted can be read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, Circumstance, Clock, Modifier, Sheet, verify
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.games.percentile.ten_sided import TenSided
from astragal.games.scores.score_ranges import ScoreRanges
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.tags import Tag
from astragal.games.triumph.symbol_dice import CheckDice
from astragal.mechanics.modifiers import Modifiers

PERCENTILE: Any = percentile
SCORES: Any = scores
TARGET: Any = target
TIERS: Any = tiers
TRIUMPH: Any = triumph
HUGE = 10**5000


def nested() -> Any:
    deep: Any = []
    for _ in range(3000):
        deep = [deep]
    return deep


@pytest.mark.parametrize(
    "make",
    [
        lambda: Clock(10**6),
        lambda: Clock(HUGE),
        lambda: TenSided(((2, 7),), 0),
        lambda: TenSided(((2000, 10),), 0),
        lambda: PERCENTILE.roll("1d10+999999999+999999999"),
        lambda: Tag("silver", "x", 1000),
        lambda: Tag("silver", "x", 1.5),  # type: ignore[arg-type]
        lambda: Tag("", "", 1),
        lambda: Tag("", "rope +2", 1),
        lambda: Edges(-3, 0),
        lambda: Edges(1500, 0),
        lambda: Edges("a", 0),  # type: ignore[arg-type]
        lambda: CheckDice(None),  # type: ignore[arg-type]
        lambda: Modifier(1, None),  # type: ignore[arg-type]
        lambda: Modifiers([1, 2]),  # type: ignore[arg-type]
        lambda: TARGET.check([1] * 5000, 15),
        lambda: ScoreRanges(()),
        lambda: ScoreRanges("ab"),  # type: ignore[arg-type]
        lambda: SCORES.test(HUGE),
        lambda: SCORES.test(0, HUGE),
        lambda: SCORES.test(criticals=HUGE),
        lambda: SCORES.group_test(nested()),
        lambda: TRIUMPH.check(HUGE, 5),
        lambda: TARGET.roll("3d6", multipliers=[10**3000] * 300),
        lambda: Sheet("A", 5),  # type: ignore[arg-type]
        lambda: Sheet("A", {1: 2}),  # type: ignore[dict-item]
        lambda: Sheet.load("\0"),
        lambda: Circumstance("n", {1: 2}),  # type: ignore[dict-item]
        lambda: TIERS.check(45).roll(faces=5),
        lambda: TIERS.check(45).roll(faces=[21], decisions=5),
        lambda: TIERS.check(None),
        lambda: TIERS.check(True),
        lambda: TIERS.check(45.0),
        lambda: TIERS.check(45, tags=[b"rope"]),
    ],
)
def test_hostile_values_are_refused(make: Callable[[], Any]) -> None:
    with pytest.raises(AstragalError):
        make()


@given(
    st.one_of(
        st.builds(Clock, st.integers(1, 1000)),
        st.builds(Edges, st.integers(0, 999), st.integers(0, 999)),
        st.builds(
            TenSided,
            st.lists(
                st.tuples(st.integers(1, 999), st.sampled_from([5, 10, 100])),
                min_size=1,
                max_size=3,
            ).map(tuple),
            st.integers(-(10**9) + 1, 10**9 - 1),
        ),
        st.builds(
            Tag, st.sampled_from(["gold", "silver"]), st.just("rope"), st.integers(-999, 999)
        ),
    )
)
def test_what_is_accepted_can_be_read_again(written: Any) -> None:
    assert type(written).of(str(written)) == written


def test_the_largest_clock_is_part_of_a_record_that_verifies() -> None:
    roll = TIERS.test([95], clock=1000, location="999/1000").roll(faces=[31])
    assert verify(roll.to_json()) == roll
