"""tiers: Checks, edges, tags and opposed rolls, against every face of the d100."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Asks, ParameterError, SeededSource, rule
from astragal.games import tiers
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.roll_under import CheckRolls, DiceCount, Grade, tiers_of
from tests.games.tiers.by_hand import (
    by_every_face,
    dice_for,
    edged,
    made,
    made_of,
    odds_of,
    outcome,
    passes,
    picked,
    rolled,
)

STATS = (0, 1, 9, 10, 11, 43, 45, 50, 94, 95, 96, 97, 98, 99, 100, 103, 200, 345, 999)
READINGS = ("at least two", "n", "n + 1")
EDGES = range(-3, 4)


# One roll


@pytest.mark.parametrize(
    ("stat", "face", "grade", "dollars"),
    [
        (45, 45, "Success", 4),
        (45, 46, "Failure", 0),
        (45, 0, "Critical", 0),
        (45, 7, "Success", 0),
        (45, 10, "Success", 1),
        (45, 33, "Critical", 3),
        (44, 44, "Critical", 4),
        (43, 44, "Fumble", 0),
        (45, 55, "Fumble", 0),
        (0, 0, "Critical", 0),
        (0, 1, "Failure", 0),
        (99, 95, "Success", 9),
        (99, 96, "Failure", 0),
        (99, 98, "Failure", 0),
        (99, 99, "Fumble", 0),
        (103, 21, "Success", 4),
        (345, 92, "Success", 36),
        (345, 96, "Failure", 0),
        (345, 99, "Fumble", 0),
        (345, 88, "Critical", 32),
    ],
)
def test_t1_t2_t3_t9_one_roll(stat: int, face: int, grade: str, dollars: int) -> None:
    """Stat 345 and 92 is 9 × 4 = 36 $."""
    assert made_of(outcome(tiers.check(stat), face)) == (grade, dollars)


@pytest.mark.parametrize("stat", STATS)
def test_t1_t2_t3_t9_every_face_against_every_class_of_stat(stat: int) -> None:
    check = tiers.check(stat)
    for face in range(100):
        assert made_of(outcome(check, face)) == made(face, stat)
    assert odds_of(check) == by_every_face(stat, 0, 1)


def test_t1_a_d100_shows_00_and_never_100() -> None:
    for face in (100, -1):
        with pytest.raises(Exception, match=str(face)):
            tiers.check(45).roll(faces=[face])


@given(st.integers(0, 999), st.integers(0, 95))
def test_t9_the_multiplier_is_the_hundreds_digit_and_one(stat: int, roll: int) -> None:
    assert tiers_of(roll, stat) == sum(roll // 10 for _ in range(-1, stat // 100))


# Check Tiers


@pytest.mark.parametrize(
    ("tier", "face", "full", "partial"),
    [
        (1, 5, True, False),
        (1, 0, True, False),
        (2, 19, False, True),
        (2, 20, True, False),
        (4, 33, False, True),
        (4, 45, True, False),
        (5, 45, False, True),
        (2, 46, False, False),
        (1, 77, False, False),
    ],
)
def test_t4_a_success_that_falls_short_is_partial(
    tier: int, face: int, full: bool, partial: bool
) -> None:
    check = outcome(tiers.check(45, tier), face)
    assert (check.full, check.passes, check.partial) == (full, full, partial)
    assert check.succeeds == (full or partial)


@pytest.mark.parametrize("tier", [1, 2, 3, 5, 9, 10, 36, 37])
@pytest.mark.parametrize("stat", [9, 45, 97, 345])
def test_t4_the_chance_to_meet_a_tier(stat: int, tier: int) -> None:
    odds = tiers.check(stat, tier, advantages=2).odds()
    expected = sum(chance for m, chance in rolled(stat, 2).items() if passes(m, tier))
    assert odds.probability(lambda check: check.passes) == expected
    assert (
        odds.probability(lambda check: check.succeeds) == 1 - Fraction(99 - min(stat, 95), 100) ** 2
    )


def test_t4_whether_a_tier_is_met_is_told_first() -> None:
    assert tiers.Check.headline[0] == "passes"


@pytest.mark.parametrize(
    ("name", "tier"),
    [
        ("Very Easy", 1),
        ("Easy", 2),
        ("Normal", 3),
        ("Challenging", 4),
        ("Hard", 5),
        ("Very Hard", 6),
        ("Masterful", 10),
        ("very-hard", 6),
        ("masterful", 10),
    ],
)
def test_t8_difficulties_have_names(name: str, tier: int) -> None:
    assert tiers.check(45, name) == tiers.check(45, tier)
    assert tiers.test([45], name) == tiers.test([45], tier)
    assert len(tiers.DIFFICULTIES) == 7


# Advantages and Disadvantages


@pytest.mark.parametrize(
    ("text", "advantages", "disadvantages"),
    [
        ("2/+/", 2, 0),
        ("/-/", 0, 1),
        ("3/+/ 2/-/", 3, 2),
        ("3/+/2/-/", 3, 2),
        ("/+/ /+/", 2, 0),
        ("", 0, 0),
    ],
)
def test_t10_edges_as_the_game_writes_them(text: str, advantages: int, disadvantages: int) -> None:
    edges = Edges.of(text)
    assert edges == Edges(advantages, disadvantages)
    assert edges.net == advantages - disadvantages
    assert Edges.of(str(edges)) == edges


@pytest.mark.parametrize("text", ["2/+", "+", "/+/ x", "/*/", "2", "-1/+/", 2, None])
def test_t10_other_writing_is_refused(text: Any) -> None:
    with pytest.raises(ParameterError, match="Advantages and Disadvantages such as"):
        tiers.check(45, edges=text)


def test_t10_they_cancel_one_to_one_however_they_are_given() -> None:
    expected = odds_of(tiers.check(45, advantages=1))
    for given_as in (
        {"edges": "3/+/ 2/-/"},
        {"advantages": 3, "disadvantages": 2},
        {"advantages": 2, "disadvantages": 2, "edges": "2/+/ 1/-/"},
        {"disadvantages": 1, "tags": ["gold eyes +2"]},
        {"edges": "/-/", "tags": ["gold eyes +3", "golden mud -1"]},
    ):
        assert odds_of(tiers.check(45, **given_as)) == expected
    assert outcome(tiers.check(45, advantages=2, disadvantages=2), 50).grade is Grade.FAILURE


@pytest.mark.parametrize(
    ("stat", "edge", "faces", "roll"),
    [
        (43, 3, [96, 21, 11], 11),
        (50, -1, [77, 94], 77),
        (50, 1, [77, 94], 94),
        (50, -1, [49, 11], 49),
        (50, 1, [13, 31], 31),
        (50, -1, [13, 31], 13),
        (50, 1, [31, 34], 34),
        (50, -1, [60, 90], 90),
        (50, 1, [60, 90], 60),
        (50, -3, [0, 96, 99], 99),
        (99, 2, [96, 0], 0),
    ],
)
def test_t11_best_and_worst_go_by_outcome_first(
    stat: int, edge: int, faces: list[int], roll: int
) -> None:
    rolled_once = tiers.check(stat, **edged(edge)).roll(faces=faces)
    assert made_of(rolled_once.outcome) == made(roll, stat)
    kept = [each for each in rolled_once.explain()[1].split(", ") if "~" not in each]
    assert [each.strip() for each in kept] == [f"{roll:02}"]


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("reading", READINGS)
def test_t11_three_readings_of_the_number_of_dice(edge: int, reading: str) -> None:
    number = dice_for(edge, reading)
    check = tiers.check(45, **edged(edge, dice_count=reading))
    assert len(check.roll(SeededSource(1)).faces) == number
    for faces in ([96, 21, 11, 44], [94, 77, 50, 66], [5, 50, 30, 0]):
        roll = picked(faces[:number], 45, edge)
        assert made_of(outcome(check, *faces[:number])) == made(roll, 45)


def test_t11_by_default_three_advantages_are_three_dice_and_one_is_two() -> None:
    assert [DiceCount.AT_LEAST_TWO.dice(n) for n in range(5)] == [1, 2, 2, 3, 4]
    assert [DiceCount.N.dice(n) for n in range(5)] == [1, 1, 2, 3, 4]
    assert [DiceCount.N_PLUS_1.dice(n) for n in range(5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("stat", [0, 9, 45, 97, 103])
@pytest.mark.parametrize("edge", [-1, 1])
def test_t11_two_dice_against_all_ten_thousand_faces(stat: int, edge: int) -> None:
    expected = by_every_face(stat, edge, 2)
    assert expected == rolled(stat, edge)
    assert odds_of(tiers.check(stat, **edged(edge))) == expected


@pytest.mark.slow
@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("reading", READINGS)
def test_t11_every_edge_in_every_reading(edge: int, reading: str) -> None:
    for stat in STATS:
        check = tiers.check(stat, **edged(edge, dice_count=reading))
        assert odds_of(check) == rolled(stat, edge, reading)


@rule
def in_turn(stat: int, edge: int, reading: DiceCount) -> Asks[Any]:
    """The rolls of a Check one after another, every way they can fall."""
    return (yield from CheckRolls(stat, edge, reading).steps())


@pytest.mark.slow
@pytest.mark.parametrize(("stat", "edge"), [(45, -2), (9, 1), (97, -1), (345, 2), (60, 0)])
def test_t11_quick_odds_are_those_of_every_way_the_dice_fall(stat: int, edge: int) -> None:
    slow = in_turn(stat, edge, DiceCount.AT_LEAST_TWO).odds()
    assert CheckRolls(stat, edge).odds() == slow
    assert CheckRolls(stat, edge) != CheckRolls(stat, -edge or 1)
