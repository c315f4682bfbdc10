"""tiers: Tests that go on over rounds (T5), their kinds of failure and their Clocks (T6)."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Clock, ParameterError, SeededSource, verify
from astragal.games import tiers
from astragal.games.tiers import Ending
from tests.games.tiers.by_hand import outcome, rolled
from tests.games.tiers.rounds_by_hand import Standing, agrees, rounds, said
from tests.support.chains_by_hand import solved, tally
from tests.support.examples import examples

TEST: Any = tiers.test
TIERS: Any = tiers


# What a failed roll does if nothing is said


def test_t6_a_failed_roll_loses_the_opportunity_unless_something_else_is_said() -> None:
    assert TEST([45], 5).odds() == TEST([45], 5, "lost").odds()
    assert TEST([45], 5, location=4).odds() == TEST([45], 5, "lost", location=4).odds()
    assert outcome(TEST([45], 5), 46).ending is Ending.LOST


@pytest.mark.parametrize("clocks", [{"clock": 3}, {"clock": ["alarm 3"]}])
def test_t6_with_a_clock_failures_are_benevolent_unless_something_else_is_said(
    clocks: dict[str, Any],
) -> None:
    assert TEST([45], 5, **clocks).odds() == TEST([45], 5, "benevolent", **clocks).odds()
    assert TEST([45], 5, "reset", **clocks).odds() != TEST([45], 5, **clocks).odds()
    assert outcome(TEST([45], 5, **clocks), 46, 45, 46, 20).passes


@pytest.mark.parametrize(
    ("spelling", "kind"),
    [
        ("lost opportunity", "lost"),
        ("Lost Opportunity", "lost"),
        ("test reset", "reset"),
        ("benevolent tests", "benevolent"),
        ("benevolent-test", "benevolent"),
        ("RESET", "reset"),
    ],
)
def test_t6_kinds_of_failure_as_the_chapter_calls_them(spelling: str, kind: str) -> None:
    assert TEST([45], 3, spelling) == TEST([45], 3, kind)
    record = json.loads(TEST([45], 3, spelling).roll(faces=[31]).to_json())
    assert record["parameters"]["on_failure"] == kind


@pytest.mark.parametrize(
    ("wrong", "said_so"),
    [
        ({"on_failure": "lost", "clock": 4}, "Clock 0/4 can never be full, since the first failed"),
        ({"on_failure": "lost", "clock": ["alarm 2/4: x"]}, "alarm 2/4 can never be full"),
        (
            {"on_failure": "reset", "resets": 1, "clock": 3},
            "since failed roll number 2 loses the opportunity",
        ),
        (
            {"clock": ["patience 1: lost opportunity", "alarm 3"]},
            "alarm 0/3 can never be full, since failed roll number 2",
        ),
        ({"clock": ["alarm 4/4: x"]}, "the Clock is full before anybody rolls: alarm 4/4: x"),
        ({"earned": 3}, "the Test is passed before anybody rolls: 3 of 3 \\$"),
        ({"subtracts": 1}, "only a benevolent failure subtracts \\$, and this one is lost"),
        ({"resets": 2}, "resets count only if a failure resets, and this one is lost"),
        ({"names": ["Alice"]}, "names: 2 roll, and there are 1 names: 'Alice'"),
        ({"names": ["Alice", " alice"]}, "names: two are called 'Alice'"),
        ({"names": ["Alice", ""]}, "names: nobody is called ''"),
        ({"turn": "Carol", "names": ["Alice", "Bob"]}, "'Carol' is none of .*: Alice, Bob"),
        ({"turn": 3}, "turn: '3' is none of those who roll: 1 to 2"),
        ({"turn": 0}, "turn: '0' is none of those who roll: 1 to 2"),
        ({"turn": ""}, "turn must be the name of somebody who rolls, or a number"),
        ({"clock": ["x"]}, "clock\\[0\\] must be a Clock, such as"),
    ],
    ids=str,
)
def test_t5_t6_what_makes_no_sense_is_said(wrong: dict[str, Any], said_so: str) -> None:
    with pytest.raises(ParameterError, match=said_so):
        TEST([45, 45], 3, **wrong)


def test_t6_a_clock_that_a_lost_opportunity_fills_is_no_mistake() -> None:
    assert outcome(TEST([45], 3, "lost", clock="3/4"), 46).ending is Ending.CLOCK_FULL
    agrees(TEST([45], 3, "reset", resets=1, clock=2), _step("reset", 2), Standing(resets=1), said)


def _step(on_failure: str, clock: int) -> Any:
    return rounds([rolled(45)], 3, on_failure, clock=clock)


# Going on with a Test


def test_t5_a_test_goes_on_from_what_was_earned_and_with_whose_turn_it_is() -> None:
    names = {"names": ["Alice", "Bob"]}
    by_number, by_name = (TEST([45, 60], 5, earned=2, turn=at, **names) for at in (2, "bob"))
    for test in (by_number, by_name):
        roll = test.roll(faces=[29, 10])
        assert str(roll).endswith(
            "Bob 29: Success, 2 $, 4 of 5 $; Alice 10: Success, 1 $ → passed, 5 $"
        )
        assert roll.outcome.earned == 5
        assert verify(roll.to_json()) == roll


def test_t5_the_turn_of_the_first_is_the_default() -> None:
    assert TEST([45, 60], 5, "reset", turn=1).odds() == TEST([45, 60], 5, "reset").odds()


@pytest.mark.parametrize("on_failure", ["benevolent", "lost", "reset"])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_t5_t6_odds_from_the_middle_of_a_round(on_failure: str, turn: int) -> None:
    """By hand: the rest of the first round, and then whole rounds."""
    laws = [rolled(stat) for stat in (45, 30, 65)]
    start = Standing(2)
    rest = rounds(laws[turn - 1 :], 6, on_failure)(start)
    whole = rounds(laws, 6, on_failure)
    odds: Counter[str] = Counter()
    mean = Fraction(1)
    for state, chance in rest.items():
        ends, further = (
            ({state: Fraction(1)}, 0) if isinstance(state, str) else solved(whole, state)
        )
        mean += chance * further
        for end, share in ends.items():
            odds[end] += chance * share  # type: ignore[assignment]
    test = TEST([45, 30, 65], 6, on_failure, earned=2, turn=turn)
    assert tally((said(each), chance) for each, chance in test.odds().items()) == dict(odds)
    assert test.duration().mean == mean


KINDS: list[dict[str, Any]] = [
    {"on_failure": "benevolent", "subtracts": 1, "clock": ["alarm 1/4: x"], "location": ["1/3: y"]},
    {"on_failure": "reset", "resets": 2, "location": [2, "2/3: y"]},
    {"on_failure": "reset", "clock": ["patience 2: lost opportunity", "alarm 1/4"]},
    {"clock": ["alarm 3", "dawn 0/9: it is day"]},
]


@pytest.mark.parametrize("how", KINDS, ids=str)
@examples(15)
@given(st.integers(0, 2**32), st.integers(0, 8))
def test_t5_a_test_that_was_left_and_picked_up_again_ends_the_same(
    how: dict[str, Any], seed: int, turns: int
) -> None:
    """Played at once, or left after some turns and gone on with what a player would note down."""
    whole = TEST([45, 60], 7, **how).roll(SeededSource(seed))
    turns = min(turns, len(whole.faces) - 1)
    stats, earned, failures = (45, 60), 0, 0
    for place, face in enumerate(whole.faces[:turns]):
        if face <= stats[place % 2]:
            earned += face // 10
            continue
        failures += 1
        if how.get("on_failure") == "reset":
            earned = 0
        earned = max(0, earned - how.get("subtracts", 0))
    now = dict(how, earned=earned, turn=1 + turns % 2)
    for name in ("clock", "location"):
        now[name] = [Clock.of(clock).tick(failures) for clock in how.get(name, ())]
    if "resets" in how:
        now["resets"] -= failures
    rest = TEST([45, 60], 7, **now).roll(faces=whole.faces[turns:])
    assert rest.outcome == whole.outcome


@pytest.mark.parametrize("how", KINDS, ids=str)
def test_t5_odds_are_those_after_each_first_roll(how: dict[str, Any]) -> None:
    """One turn by hand, face by face, and the rest by going on with the Test."""
    whole = TEST([45, 60], 6, earned=1, **how).odds()
    expected: Counter[Any] = Counter()
    reset = how.get("on_failure") == "reset"
    for earned in [*range(5), None]:
        faces = [f for f in range(100) if (f // 10 if f <= 45 else None) == earned]
        failed = int(earned is None)
        total = 1 + earned if earned is not None else 0 if reset else 1 - how.get("subtracts", 0)
        now = dict(how, earned=total, turn=2)
        for name in ("clock", "location"):
            now[name] = [Clock.of(clock).tick(failed) for clock in how.get(name, ())]
        if "resets" in how:
            now["resets"] -= failed
        for end, chance in TEST([45, 60], 6, **now).odds().items():
            expected[end] += Fraction(len(faces), 100) * chance
    assert dict(whole.items()) == dict(expected)


def test_t5_how_a_test_stands_is_in_its_record() -> None:
    test = TEST([45], 5, clock=["alarm 2/4: the guards come", "dawn 1/9"], location="5/6: fire")
    roll = test.roll(faces=[31, 46, 5, 46])
    record = json.loads(roll.to_json())
    assert record["outcome"] == {
        "ending": "the Clock is full",
        "earned": 3,
        "clocks": [
            {"segments": 4, "filled": 4, "name": "alarm", "event": "the guards come"},
            {"segments": 9, "filled": 3, "name": "dawn", "event": ""},
        ],
        "location": [{"segments": 6, "filled": 6, "name": "", "event": "fire"}],
    }
    assert str(roll).endswith(
        "→ the Clock is full, 3 $, alarm 4/4: the guards come, dawn 3/9, the location's Clock 6/6"
    )
    assert "Clock 5/6 (fire" in str(roll).partition(": ")[0], "what may happen"
    assert str(roll).count(": fire") == 1, "when it happens"
    assert verify(roll.to_json()) == roll


def test_t5_records_of_tests_with_fewer_parameters_are_still_read() -> None:
    old = {"stats": [45], "tier": 3, "on_failure": "benevolent", "clock": "1/4", "location": None}
    assert TEST.from_data(TEST.as_now(old, 3)) == TEST([45], 3, "benevolent", clock="1/4")
    several = {**old, "clocks": ["dawn 3"]}
    assert TEST.from_data(TEST.as_now(several, 3)) == TEST(
        [45], 3, "benevolent", clock="1/4, dawn 3"
    )


# Clocks


def test_t6_a_full_location_clock_says_its_event_once_and_the_test_goes_on() -> None:
    clocks = "fire 1/2: the house burns, dawn 1 of 3: it is day"
    test = TEST([45], 5, "benevolent", location=clocks)
    roll = test.roll(faces=[46, 47, 48, 45, 10])
    assert ": Failure, fire 2/2, dawn 2/3; fire 2/2: the house burns" in str(roll)
    assert [str(roll).count(event) for event in ("the house burns", "it is day")] == [
        2,
        2,
    ], "in the call, and when it happens"
    assert roll.outcome.passes


def test_t6_a_clock_that_was_full_before_the_roll_says_nothing_again() -> None:
    full = "fire 2/2: the house burns"
    for roll in (
        TEST([45], 5, "lost", location=full).roll(faces=[46]),
        TIERS.check(45, location=full).roll(faces=[46]),
        TIERS.opposed(45, 60, location=full).roll(faces=[46, 60]),
        TIERS.countdown([45], [60], "1/6", location=full).roll(faces=[46, 60]),
    ):
        assert "fire 2/2" in str(roll)
        assert str(roll).count("the house burns") == 1, "in the call"


@pytest.mark.parametrize("rolled", ["check", "test", "opposed", "countdown"])
def test_t6_several_clocks_may_stand_on_a_location(rolled: str) -> None:
    who: dict[str, list[Any]] = {
        "check": [45],
        "test": [[45]],
        "opposed": [45, 60],
        "countdown": [[45], [60], "1/6"],
    }
    made = getattr(TIERS, rolled)(*who[rolled], location="alarm 2/6, dawn 3/4")
    ended = made.roll(faces=[46, 60][: 2 if rolled in ("opposed", "countdown") else 1]).outcome
    assert list(map(str, ended.location)) == ["alarm 3/6", "dawn 4/4"]


@pytest.mark.parametrize("resets", [0, 1, 2, 5])
def test_t6_resets_the_first_few_times_by_a_clock_or_by_number(resets: int) -> None:
    by_number = TEST([45, 30], 5, "reset", resets=resets)
    if not resets:
        assert by_number.odds().of("ending") == TEST([45, 30], 5, "lost").odds().of("ending")
        return
    by_clock = TEST([45, 30], 5, "reset", clock=[f"patience {resets}: lost opportunity"])
    assert by_clock.odds().of("ending") == by_number.odds().of("ending")
    assert by_clock.odds().of("earned") == by_number.odds().of("earned")
    assert by_clock.duration().mean == by_number.duration().mean


def test_t6_the_first_of_several_clocks_to_be_full_ends_the_test() -> None:
    test = TEST([45], 9, clock=[3, "alarm 1/3: the guards come", "dawn 5"])
    ended = outcome(test, 46, 46)
    assert ended.ending is Ending.CLOCK_FULL
    assert [str(clock.filled) for clock in ended.clocks] == ["2", "3", "2"]
    odds = TEST([45], 9, clock=2).odds().of("ending")
    assert test.odds().of("ending") == odds


# Turns


def test_t5_notes_say_who_rolls_and_how_the_test_stands() -> None:
    test = TEST([45, 60], 5, names=["Alice", "Bob"], clock="alarm 1/4")
    steps = test.roll(faces=[21, 70, 31]).explain()
    assert [line.strip() for line in steps] == [
        "Alice 45 and Bob 60, Test for 5 $ (Hard) with the Clock alarm 1/4:",
        "step 1, from 0 of 5 $, alarm 1/4:",
        "Alice 21: Success, 2 $, 2 of 5 $",
        "Bob 70: Failure, alarm 2/4",
        "step 2, from 2 of 5 $, alarm 2/4:",
        "Alice 31: Success, 3 $",
        "→ passed, 5 $, alarm 2/4",
    ]
    unnamed = TEST([45, 60], 5).roll(faces=[21, 70])
    assert "player 2 rolls 70" in str(unnamed)
    assert "player" not in str(TEST([45], 5).roll(faces=[70]))


def test_t5_many_clocks_cost_no_more_than_one() -> None:
    """All Clocks count the same failures: their number does not multiply the states."""
    clocks = [f"clock {n} 0/{n + 5}" for n in range(8)]
    several = TEST([45, 60], 8, clock=clocks, location=9)
    one = TEST([45, 60], 8, clock=5, location=9)
    assert several.odds().of("ending") == one.odds().of("ending")
    assert len(several.odds()) == len(one.odds())
