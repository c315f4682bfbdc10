"""percentile: tests and their degrees, opposed and extended tests."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import ParameterError, SeededSource, verify
from astragal.experiment.solve.memory import Memory
from astragal.games import percentile
from astragal.limits import DEFAULT_LIMITS
from tests.games.percentile.by_hand import degrees, fall_as_often, odds_of
from tests.support.chains_by_hand import Step, ended_within, solved, tally
from tests.support.examples import examples

TEST: Any = percentile.test
OPPOSED: Any = percentile.opposed
EXTENDED: Any = percentile.extended


# Tests


@pytest.mark.parametrize(
    ("target", "roll", "level"),
    [
        (45, 23, 3),
        (45, 71, -4),
        (45, 45, 1),
        (45, 46, -1),
        (45, 50, -2),
        (45, 9, 5),
        (45, 1, 5),
        (45, 100, -7),
        (0, 1, 1),
        (0, 2, -1),
        (7, 7, 1),
        (120, 99, 4),
        (120, 100, -1),
        (40, 39, 2),
    ],
)
def test_degrees_are_one_and_the_difference_of_the_tens(target: int, roll: int, level: int) -> None:
    made = TEST(target).roll(faces=[roll]).outcome
    assert (made.passes, made.degrees, made.level) == (level > 0, abs(level), level)
    assert level == degrees(roll, target)
    unit = "degree" if abs(level) == 1 else "degrees"
    assert str(made) == f"{abs(level)} {unit} of {'success' if level > 0 else 'failure'}"


@pytest.mark.parametrize(
    ("target", "roll", "level"),
    [(10, 45, -10), (53, 45, -6), (59, 5, -2), (60, 5, -1), (10, 1, 1), (50, 100, -12)],
)
def test_a_target_under_0_has_tens_under_0(target: int, roll: int, level: int) -> None:
    """45 against -50 fails by 10 degrees: 1 + 4 + 5."""
    hellish = TEST(target, "Hellish")
    assert hellish.roll(faces=[roll]).outcome.level == level


def test_a_full_tie_of_an_opposed_test_is_a_stalemate_and_says_so() -> None:
    tie = OPPOSED(45, 45)
    assert str(tie.roll(faces=[23, 23]).outcome) == (
        "stalemate, 3 degrees of success against 3 degrees of success: "
        "degrees, bonus and roll are equal"
    )
    assert str(tie.roll(faces=[71, 82]).outcome).startswith("stalemate, 4 degrees of failure")


@pytest.mark.parametrize("target", [0, 1, 5, 9, 10, 45, 50, 99, 100, 101, 130])
def test_every_roll_against_a_target(target: int) -> None:
    expected = tally((degrees(roll, target), Fraction(1, 100)) for roll in range(1, 101))
    assert odds_of(TEST(target).map(lambda made: made.level, "level")) == expected
    passing = TEST(target).odds().of("passes").probability(True)
    assert passing == Fraction(min(99, max(1, target)), 100)


@pytest.mark.parametrize(
    ("name", "modifier"),
    [
        ("Trivial", 60),
        ("Elementary", 50),
        ("Simple", 40),
        ("Easy", 30),
        ("Routine", 20),
        ("Ordinary", 10),
        ("Challenging", 0),
        ("Difficult", -10),
        ("Hard", -20),
        ("Very Hard", -30),
        ("Arduous", -40),
        ("Punishing", -50),
        ("Hellish", -60),
    ],
)
def test_every_difficulty(name: str, modifier: int) -> None:
    assert TEST(65, name) == TEST(65, modifier)
    assert TEST(65, name).odds().of("passes").probability(True) == Fraction(
        min(99, 65 + modifier), 100
    )
    made = TEST(70, name).roll(faces=[9]).outcome
    assert (made.passes, made.degrees) == (True, 1 + 7 + modifier // 10)
    assert len(percentile.DIFFICULTIES) == 13


@pytest.mark.parametrize(
    ("difficulty", "modifiers", "helpers", "held"),
    [
        ("Trivial", [], 1, 60),
        ("Trivial", [10, 20], 0, 60),
        ("Trivial", [-20], 1, 50),
        ("Hellish", [-30], 0, -60),
        ("Hellish", [-30], 2, -60),
        ("Hellish", [50, -40], 2, -30),
        (0, [200], 0, 60),
        (0, [200, -200], 0, 0),
        (-5, [3], 0, -2),
        (0, [], 0, 0),
        (0, [], 1, 10),
        (0, [], 2, 20),
    ],
)
def test_modifiers_and_helpers_add_up_and_only_then_are_held_to_sixty(
    difficulty: Any, modifiers: list[int], helpers: int, held: int
) -> None:
    for target in (35, 70):
        made = TEST(target, difficulty, modifiers, helpers)
        expected = tally((degrees(roll, target + held), Fraction(1, 100)) for roll in range(1, 101))
        assert odds_of(made.map(lambda each: each.level, "level")) == expected


@pytest.mark.parametrize(
    ("given_as", "said"),
    [
        ({}, "30"),
        ({"difficulty": "Hard"}, "30 against 45 - 20 (Hard) = 25"),
        (
            {"difficulty": "Easy", "modifiers": "-10 fog", "helpers": 1},
            "30 against 45 + 30 (Easy) - 10 (fog) + 10 (help) = 75",
        ),
        ({"modifiers": [90]}, "30 against 45 + 90 = 105 (+90 is held to +60)"),
    ],
)
def test_the_target_is_told_with_its_modifiers(given_as: dict[str, Any], said: str) -> None:
    assert TEST(45, **given_as).roll(faces=[30]).explain()[1].strip() == said


def test_1_always_succeeds_and_100_always_fails() -> None:
    assert TEST(0, "Hellish").roll(faces=[1]).outcome.passes
    assert not TEST(0, "Hellish").roll(faces=[2]).outcome.passes
    assert not TEST(1000, "Trivial").roll(faces=[100]).outcome.passes
    assert TEST(1000, "Trivial").roll(faces=[99]).outcome.passes


# Opposed tests


def standing(ours: tuple[int, int, int], theirs: tuple[int, int, int]) -> str:
    """Rolls, targets and bonuses: the only success, degrees, bonus, the lower roll."""
    us, them = degrees(*ours[:2]), degrees(*theirs[:2])
    if us < 0 and them < 0:
        return "stalemate"
    if (us > 0) != (them > 0):
        return "win" if us > 0 else "lose"
    for mine, other in ((us, them), (ours[2], theirs[2]), (theirs[0], ours[0])):
        if mine != other:
            return "win" if mine > other else "lose"
    return "stalemate"


@pytest.mark.parametrize(
    ("targets", "rolls", "result"),
    [
        ((45, 38), (45, 39), "win"),
        ((45, 38), (46, 38), "lose"),
        ((45, 38), (46, 39), "stalemate"),
        ((45, 38), (23, 30), "win"),
        ((45, 38), (40, 5), "lose"),
        ((45, 38), (35, 25), "win"),
        ((45, 41), (12, 11), "lose"),
        ((45, 41), (11, 12), "win"),
        ((45, 41), (12, 12), "stalemate"),
        ((45, 41), (100, 99), "stalemate"),
        ((0, 0), (1, 2), "win"),
    ],
)
def test_opposed_by_hand(targets: tuple[int, int], rolls: tuple[int, int], result: str) -> None:
    roll = OPPOSED(*targets).roll(faces=rolls)
    assert roll.outcome.standing.value == result
    assert (roll.outcome.wins, roll.outcome.loses) == (result == "win", result == "lose")
    levels = [degrees(face, goal) for face, goal in zip(rolls, targets, strict=True)]
    assert [roll.outcome.level, roll.outcome.opponent_level] == levels
    assert verify(roll.to_json()) == roll


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "opponent", "more", "effective", "bonuses"),
    [
        (45, 38, {}, (45, 38), (4, 3)),
        (45, 45, {}, (45, 45), (4, 4)),
        (30, 70, {"difficulty": "Easy", "opponent_difficulty": "Hard"}, (60, 50), (3, 7)),
        (45, 41, {"characteristic": 29, "opponent_characteristic": 30}, (45, 41), (2, 3)),
        (45, 41, {"characteristic": 112}, (45, 41), (11, 4)),
        (45, 45, {"opponent_characteristic": 40}, (45, 45), (4, 4)),
        (5, 120, {"difficulty": -60}, (-55, 120), (0, 12)),
    ],
    ids=str,
)
def test_opposed_against_all_ten_thousand_rolls_and_the_other_way_round(
    target: int,
    opponent: int,
    more: dict[str, Any],
    effective: tuple[int, int],
    bonuses: tuple[int, int],
) -> None:
    expected = tally(
        (
            (
                standing((ours, effective[0], bonuses[0]), (theirs, effective[1], bonuses[1])),
                degrees(ours, effective[0]),
                degrees(theirs, effective[1]),
            ),
            Fraction(1, 100**2),
        )
        for ours, theirs in product(range(1, 101), repeat=2)
    )
    found = OPPOSED(target, opponent, **more).odds()
    assert expected == {
        (each.standing.value, each.level, each.opponent_level): chance
        for each, chance in found.items()
    }
    odds = {each.value: chance for each, chance in found.of("standing").items()}
    turned = {
        name.removeprefix("opponent_") if name.startswith("opponent_") else f"opponent_{name}": each
        for name, each in more.items()
    }
    back = OPPOSED(opponent, target, **turned).odds().of("standing")
    other = {each.value: chance for each, chance in back.items()}
    assert (odds["win"], odds["stalemate"]) == (other["lose"], other["stalemate"])


# Extended tests


def extended_step(target: int, needed: int, difficulty: int, last: int | None) -> Step:
    """Degrees, steps, tests made (None is uncounted): a success eases the next by 10."""

    def at(step: int) -> int:
        return min(60, max(-60, difficulty + 10 * step))

    def step(state: tuple[int, int, int | None]) -> dict[Any, Fraction]:
        earned, eased, made = state
        count = None if made is None else made + 1
        after: list[tuple[Any, Fraction]] = []
        for roll in range(1, 101):
            level = degrees(roll, target + at(eased))
            total = max(0, earned + level)
            next_ = eased + (1 if level > 0 else -1)
            next_ = eased if at(next_) == at(eased) else next_
            end = "done" if total >= needed else "out of tries" if count == last else None
            if made is None and end != "done":
                end = None
            ended = f"{end} {total} {next_} {count}"
            after.append((ended if end else (total, next_, count), Fraction(1, 100)))
        return tally(after)

    return step


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "needed", "difficulty", "tries"),
    [
        (45, "Simple", 0, 20),
        (45, "Taxing", "Hard", 8),
        (70, "Involved", 0, 6),
        (30, 4, "Trivial", 5),
        (60, "Simple", 5, None),
        (75, "Taxing", 0, None),
        (45, 3, 0, 1),
    ],
)
def test_extended_tests(target: int, needed: Any, difficulty: Any, tries: int | None) -> None:
    test = EXTENDED(target, needed, difficulty, tries)
    number = {"Simple": 3, "Taxing": 6, "Involved": 12}.get(needed, needed)
    step = extended_step(target, number, percentile.DIFFICULTIES.get(difficulty, difficulty), tries)
    start = (0, 0, None if tries is None else 0)
    odds, mean = solved(step, start)
    assert odds == {
        f"{end.ending.value} {end.earned} {end.step} {end.tries}": chance
        for end, chance in test.odds().items()
    }
    duration = test.duration()
    assert duration.mean == mean
    assert [duration.within(n) for n in range(5)] == [
        ended_within(step, start, n) for n in range(5)
    ]
    assert test.odds().of("passes").probability(True) == sum(
        chance for end, chance in odds.items() if end.startswith("done")
    )


@pytest.mark.parametrize(
    "given",
    [
        {"needed": 6, "tries": 8},
        {"needed": 12, "tries": 6, "difficulty": "Hard"},
        {"needed": 4, "tries": 9, "now": 3, "made": 2, "earned": 1, "step": -2},
        {"needed": 4, "tries": None, "now": 4},
        {"needed": 5, "tries": 6, "reroll": "always"},
        {"needed": 5, "tries": 6, "reroll": "choose"},
        {"needed": 3, "tries": 5, "made": 2, "earned": 2, "reroll": "choose", "step": 4},
        {"needed": 3, "tries": 1},
        {"needed": 3, "earned": 3},
    ],
    ids=str,
)
def test_extended_tests_are_the_same_stage_by_stage(
    given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    test = EXTENDED(45, **given)
    odds = test.odds()
    steps = None if given.get("reroll") == "choose" else test.duration()
    monkeypatch.setattr(Memory, "by_steps", True)
    assert odds == test.odds()
    if steps is not None:
        assert (steps.mean, steps.variance) == (test.duration().mean, test.duration().variance)
        assert steps.of("passes").within(4) == test.duration().of("passes").within(4)


def test_an_extended_test_by_hand() -> None:
    """Target 45, 3 degrees: 2 of failure leave 0; then at -10, 1 of success; then at 0, 2 more."""
    test = EXTENDED(45, "Simple")
    roll = test.roll(faces=[50, 35, 33])
    assert roll.outcome.passes
    assert verify(roll.to_json()) == roll
    assert EXTENDED(45, "Simple", tries=2).roll(faces=[50, 35]).outcome.passes is False
    steps = "\n".join(roll.explain())
    assert "Difficult (-10) test" in steps
    assert str(roll.outcome) == "done, 3 degrees, 3 tries"
    assert EXTENDED(45, 5).roll(faces=[25, 90, 1]).outcome.passes
    with pytest.raises(Exception, match="face"):
        EXTENDED(45, 6).roll(faces=[25, 90, 1])


# Mistakes, laws, and how often


@pytest.mark.parametrize(
    ("make", "wrong", "said"),
    [
        (TEST, {"target": -1}, "target must be a whole number from 0 to 1000, not -1"),
        (TEST, {"target": 45, "difficulty": "Hrd"}, "or one of Trivial, Elementary"),
        (TEST, {"target": 45, "difficulty": 70}, "from -60 to 60"),
        (TEST, {"target": 45, "helpers": 3}, "helpers must be a whole number from 0 to 2"),
        (EXTENDED, {"target": 45, "needed": 0}, "or one of Simple, Taxing, Involved"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_said(make: Any, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        make(**wrong)


@examples(60)
@given(st.integers(0, 150), st.integers(-6, 5), st.integers(0, 2**32))
def test_an_easier_test_never_hurts_and_rolls_verify(target: int, step: int, seed: int) -> None:
    hard, easy = (TEST(target, 10 * each).odds().of("level") for each in (step, step + 1))
    for level in {*hard, *easy}:
        assert hard.at_least(level) <= easy.at_least(level)
    assert sum(chance for _, chance in easy.items()) == 1
    experiments: list[Any] = [
        TEST(target, 10 * step, [3, -5], 1),
        OPPOSED(target, 45, "Hard", characteristic=31),
        EXTENDED(target, "Taxing", 10 * step, 4),
    ]
    for experiment in experiments:
        roll = experiment.roll(SeededSource(seed))
        assert verify(roll.to_json()) == roll
        assert experiment.roll(faces=roll.faces) == roll


@pytest.mark.slow
@pytest.mark.parametrize(
    "experiment",
    [
        TEST(45, "Hard", helpers=1),
        OPPOSED(45, 41),
        EXTENDED(45, "Simple", tries=3),
    ],
    ids=str,
)
def test_rolls_fall_as_often_as_their_odds_say(experiment: Any) -> None:
    fall_as_often(experiment)


def test_the_steps_of_extended_tests_do_not_depend_on_the_degrees_needed() -> None:
    """They tell them, and cells of a sweep that differ in them share the steps."""
    memory = Memory(DEFAULT_LIMITS)
    fewer = memory.weights(EXTENDED(45, 3, tries=5))
    steps = len(memory.known)
    more = memory.weights(EXTENDED(45, 2, tries=5))
    assert len(memory.known) == steps + 1, "only the test as a whole is new"
    assert fewer != more
    assert "of 2" in str(EXTENDED(45, 2, tries=1).roll(faces=[33]))
