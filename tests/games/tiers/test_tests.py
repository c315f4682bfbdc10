"""tiers: Tests that accumulate $, and countdown tests, against chains solved by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import NEVER, Clock, Duration, ParameterError, SeededSource, verify
from astragal.games import tiers
from astragal.games.tiers import Ending
from tests.games.tiers.by_hand import (
    checked,
    outcome,
    rolled,
)
from tests.games.tiers.rounds_by_hand import Standing, agrees, countdown_round, rounds, said, which
from tests.support.examples import examples


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [
        {"on_failure": "benevolent"},
        {"on_failure": "benevolent", "subtracts": 2},
        {"on_failure": "benevolent", "clock": 3},
        {"on_failure": "benevolent", "subtracts": 1, "clock": 2, "location": 4},
        {"on_failure": "lost"},
        {"on_failure": "lost", "location": 6},
        {"on_failure": "lost", "clock": 1},
        {"on_failure": "reset"},
        {"on_failure": "reset", "resets": 0},
        {"on_failure": "reset", "resets": 2},
        {"on_failure": "reset", "clock": 4},
        {"on_failure": "reset", "resets": 1, "clock": 2, "location": 1},
        {"on_failure": "reset", "location": 3},
    ],
    ids=str,
)
@pytest.mark.parametrize(("stats", "tier"), [([45], 5), ([30, 65], 6)], ids=str)
def test_t5_t6_every_kind_of_failure(stats: list[int], tier: int, more: dict[str, Any]) -> None:
    on = dict(more)
    start = Standing(resets=on.pop("resets", None))
    step = rounds([rolled(stat) for stat in stats], tier, **on)
    agrees(tiers.test(stats, tier, **more), step, start, said)


@pytest.mark.parametrize("name", ["Very Easy", "Normal", "Hard", "Masterful"])
def test_t5_t8_a_test_by_the_name_of_its_difficulty(name: str) -> None:
    test = tiers.test([60], name, on_failure="lost")
    agrees(test, rounds([rolled(60)], tiers.DIFFICULTIES[name], "lost"), Standing(), said)


@pytest.mark.parametrize("edge", [-2, 1, 3])
@pytest.mark.parametrize("reading", ["at least two", "n + 1"])
def test_t5_t10_a_test_with_edges(edge: int, reading: str) -> None:
    test = tiers.test(
        [45, 20],
        4,
        on_failure="reset",
        advantages=[max(edge, 0) + 1],
        disadvantages=[max(-edge, 0) + 1],
        dice_count=reading,
    )
    laws = [rolled(stat, edge, reading) for stat in (45, 20)]
    agrees(test, rounds(laws, 4, "reset"), Standing(), said)


def test_t5_t12_a_test_with_tags_and_helpers() -> None:
    test = tiers.test(
        [45],
        4,
        on_failure="benevolent",
        subtracts=1,
        tags=["gold eyes +2", "silver rope -1", "torch +1"],
        helpers=[60, 20],
    )
    law = checked(45, gold=2, silver=-1, other=1, helpers=[60, 20])
    agrees(test, rounds([law], 4, "benevolent", subtracts=1), Standing(), said)


def test_t6_which_kind_of_failure_costs_what() -> None:
    """Resetting takes longer than subtracting, which takes longer than losing nothing."""
    means = [
        tiers.test([45], 5, **kind).duration().mean
        for kind in (
            {"on_failure": "benevolent"},
            {"on_failure": "benevolent", "subtracts": 1},
            {"on_failure": "benevolent", "subtracts": 3},
            {"on_failure": "reset"},
        )
    ]
    assert means == sorted(set(means))
    everything = tiers.test([45], 5, "benevolent", subtracts=5)
    assert everything.duration().mean == means[-1]


# Rolls by hand


@pytest.mark.parametrize(
    ("how", "faces", "ending", "location"),
    [
        ({}, [21, 21, 11], Ending.PASSED, None),
        ({}, [45, 5, 0, 10], Ending.PASSED, None),
        ({}, [45, 60], Ending.LOST, None),
        ({"on_failure": "benevolent"}, [45, 60, 99, 10], Ending.PASSED, None),
        ({"on_failure": "benevolent", "subtracts": 3}, [45, 60, 30, 10], Ending.PASSED, None),
        ({"on_failure": "benevolent", "subtracts": 3}, [60, 45, 10], Ending.PASSED, None),
        ({"on_failure": "lost"}, [45, 46], Ending.LOST, None),
        ({"on_failure": "reset"}, [45, 46, 45, 10], Ending.PASSED, None),
        ({"on_failure": "reset", "resets": 1}, [45, 46, 45, 46], Ending.LOST, None),
        ({"on_failure": "reset", "resets": 1}, [46, 45, 10], Ending.PASSED, None),
        ({"on_failure": "reset", "resets": 0}, [46], Ending.LOST, None),
        ({"clock": 2}, [46, 21, 46], Ending.CLOCK_FULL, None),
        ({"clock": "1/2"}, [21, 46], Ending.CLOCK_FULL, None),
        ({"clock": 2}, [5, 0, 9, 1, 46, 45, 10], Ending.PASSED, None),
        (
            {"location": "1/6", "on_failure": "benevolent"},
            [46, 5, 99, 45, 10],
            Ending.PASSED,
            "3/6",
        ),
        ({"location": 6}, [5, 5, 46], Ending.LOST, "1/6"),
        ({"location": 2, "on_failure": "reset"}, [46, 46, 46, 45, 10], Ending.PASSED, "2/2"),
        ({"location": "2/6", "clock": 1}, [46], Ending.CLOCK_FULL, "3/6"),
    ],
    ids=str,
)
def test_t5_t6_clocks_tick_on_failures_only(
    how: dict[str, Any], faces: list[int], ending: Ending, location: str | None
) -> None:
    """Stat 45, 5 $ needed; a success that earns too little, or nothing, is no failure."""
    roll = tiers.test([45], 5, **how).roll(faces=faces)
    assert roll.outcome.ending is ending
    assert roll.outcome.passes == (ending is Ending.PASSED)
    assert roll.outcome.location == (() if location is None else (Clock.of(location),))
    assert verify(roll.to_json()) == roll


def test_t5_several_characters_roll_in_turn_and_their_tiers_add_up() -> None:
    test = tiers.test([45, 99], 9, on_failure="lost")
    assert outcome(test, 45, 50).passes
    assert outcome(test, 20, 61, 10).passes
    assert outcome(test, 20, 96).ending is Ending.LOST
    assert outcome(test, 46).ending is Ending.LOST
    assert test.duration().within(1) == sum(
        ours * theirs
        for us, ours in rolled(45).items()
        for them, theirs in rolled(99).items()
        if us.outcome in ("Fumble", "Failure")
        or them.outcome in ("Fumble", "Failure")
        or us.tiers + them.tiers >= 9
    )


def test_t5_a_test_nobody_can_pass_never_ends() -> None:
    """Under a Stat of 9 every success is worth 0 $."""
    test: Any = tiers.test
    assert test([9], 1, "benevolent").odds().probability(NEVER) == 1
    assert test([9], 1, "benevolent").duration().ends == 0
    assert test([9], 1).odds().probability(NEVER) == 0
    with_torch = test([9], 1, "benevolent", tags=["torch"])
    assert with_torch.duration().mean == 10


@pytest.mark.parametrize(
    ("wrong", "said_so"),
    [
        ({"stats": []}, "stats must be"),
        ({"stats": [45] * 21}, "stats must be"),
        ({"stats": [45], "on_failure": "lost", "subtracts": 1}, "only a benevolent failure"),
        ({"stats": [45], "on_failure": "reset", "subtracts": 1}, "only a benevolent failure"),
        ({"stats": [45], "resets": 2}, "resets count only if a failure resets"),
        ({"stats": [45], "on_failure": "lost", "resets": 2}, "and this one is lost"),
        ({"stats": [45], "on_failure": "never"}, "one of benevolent, lost, reset"),
        ({"stats": [45], "clock": "5/4"}, "a Clock of 4 segments cannot have 5 filled"),
        ({"stats": [45], "clock": 0}, "1 to 1,000 segments"),
        ({"stats": [45], "location": "a while"}, "a Clock, such as"),
    ],
    ids=str,
)
def test_t6_what_does_not_go_together_is_said(wrong: dict[str, Any], said_so: str) -> None:
    with pytest.raises(ParameterError, match=said_so):
        tiers.test(**wrong)


# Countdown tests


@pytest.mark.parametrize("ticks", ["one", "$"])
@pytest.mark.parametrize(
    ("stats", "opponents", "at", "segments"),
    [([45], [45], 3, 6), ([45, 60], [70], 1, 4), ([20], [30, 9], 5, 8), ([103], [345], 4, 10)],
    ids=str,
)
def test_t7_countdown_tests(
    stats: list[int], opponents: list[int], at: int, segments: int, ticks: str
) -> None:
    test = tiers.countdown(stats, opponents, f"{at}/{segments}", ticks)
    agrees(test, countdown_round(stats, opponents, segments, ticks), at, which)


@pytest.mark.parametrize(
    ("faces", "fills"),
    [
        ([20, 46, 20, 46, 20], True),
        ([46, 20, 46, 20, 46, 20], False),
        ([20, 20, 46, 46, 20, 46, 0, 46, 5], True),
        ([46, 46, 46, 0, 46, 9, 99, 45], False),
    ],
)
def test_t7_a_countdown_by_hand(faces: list[int], fills: bool) -> None:
    """Half of six segments are filled at first."""
    roll = tiers.countdown([45], [45]).roll(faces=faces)
    assert roll.outcome.passes is fills
    assert verify(roll.to_json()) == roll


def test_t7_a_clock_that_is_empty_at_first_is_not_emptied_yet() -> None:
    test = tiers.countdown([45], [45], "0/2")
    assert outcome(test, 46, 46, 45, 99, 45).passes
    assert not outcome(test, 46, 46, 45, 45).passes
    agrees(test, countdown_round([45], [45], 2, "one"), 0, which)


def test_t7_clocks_of_any_number_of_segments() -> None:
    clock = Clock(5, 2)
    assert (clock.tick().filled, clock.empty().filled, clock.left) == (3, 1, 3)
    assert clock.tick(9) == Clock(5, 5)
    assert clock.tick(9).full
    assert not clock.full
    assert clock.empty(9) == Clock(5)
    assert Clock.of("2/5") == clock == Clock.of(str(clock))
    assert Clock.of(12) == Clock.of("12") == Clock(12, 0)


# Laws


@examples(12)
@given(
    st.lists(st.integers(10, 105), min_size=1, max_size=2),
    st.integers(1, 8),
    st.sampled_from(["benevolent", "lost", "reset"]),
    st.integers(0, 2**32),
)
def test_odds_sum_to_one_and_rolls_verify(
    stats: list[int], tier: int, on_failure: str, seed: int
) -> None:
    clock = 1 if on_failure == "lost" else 3
    test = tiers.test(stats, tier, on_failure=on_failure, clock=clock, location=2)
    odds = test.odds()
    assert sum(chance for _, chance in odds.items()) == 1
    assert test.duration().ends == 1
    roll = test.roll(SeededSource(seed))
    assert roll.outcome in odds
    assert verify(roll.to_json()) == roll
    assert test.roll(faces=roll.faces) == roll


@examples(12)
@given(st.integers(10, 97), st.integers(1, 8), st.sampled_from(["benevolent", "lost", "reset"]))
def test_more_rounds_and_a_higher_stat_help(stat: int, tier: int, on_failure: str) -> None:
    low, high = (
        tiers.test([each], tier, on_failure=on_failure, location=3) for each in (stat, stat + 1)
    )
    for test in (low, high):
        duration: Duration = test.duration()
        chances = [duration.within(n) for n in range(6)]
        assert chances == sorted(chances)
    assert low.odds().of("passes").probability(True) <= high.odds().of("passes").probability(True)


@pytest.mark.slow
def test_rolled_tests_take_as_many_rounds_as_they_should() -> None:
    """The number of faces of a single character's rolls is the number of rounds."""
    test = tiers.test([45], 5, on_failure="reset")
    source = SeededSource("rounds")
    counts = [len(test.roll(source).faces) for _ in range(400)]
    duration = test.duration()
    spread = float(duration.variance) ** 0.5
    assert abs(sum(counts) / 400 - float(duration.mean)) < 4 * spread / 400**0.5
    for n in (2, 5, 10):
        expected = float(duration.within(n))
        seen = sum(count <= n for count in counts) / 400
        assert abs(seen - expected) < 4 * (expected * (1 - expected) / 400) ** 0.5


def test_t10_each_who_rolls_may_have_advantages_of_their_own() -> None:
    """Stat 45 with /+/ and 20 with /-/, against the laws of each."""
    test = tiers.test([45, 20], 1, advantages=[1, 0], disadvantages=[0, 1])
    first, second = (
        tiers.check(stat, **{edge: 1}).odds().of("succeeds").probability(True)  # type: ignore[arg-type]
        for stat, edge in ((45, "advantages"), (20, "disadvantages"))
    )
    lost = test.odds().of("passes").probability(False)
    no_tier = [
        tiers.check(stat, **{edge: 1}).odds().of("tiers").probability(0) - (1 - chance)  # type: ignore[arg-type]
        for stat, edge, chance in ((45, "advantages", first), (20, "disadvantages", second))
    ]
    # The first or the second fails, or both earn nothing and it begins anew.
    nothing = no_tier[0] * no_tier[1]
    assert lost == (1 - first + no_tier[0] * (1 - second)) / (1 - nothing)
