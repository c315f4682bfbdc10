"""percentile: ten-sided dice, modifiers, re-rolls, rounding and multipliers, against every face."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import FacesError, ParameterError, SeededSource, verify
from astragal.games import percentile, target, tiers, triumph
from astragal.games.percentile import TenSided
from astragal.mechanics.arithmetic import added_up, rounded_up
from tests.support.chains_by_hand import tally
from tests.support.examples import examples

ROLL: Any = percentile.roll
FACES = {5: [1, 1, 2, 2, 3, 3, 4, 4, 5, 5], 10: range(1, 11), 100: range(1, 101)}


def halves_up(number: int, divisor: int) -> int:
    """The least whole number that is not under the quotient."""
    result = -1000
    while result * divisor < number:
        result += 1
    return result


def by_every_face(
    dice: Sequence[tuple[int, int]],
    fixed: int = 0,
    factor: int = 1,
    divisor: int = 1,
    below_zero: bool = False,
) -> dict[int, Fraction]:
    """Signs and sides of single dice, every face of which is as likely as the others."""
    totals = []
    for faces in product(*(FACES[sides] for _, sides in dice)):
        added = fixed + sum(sign * face for (sign, _), face in zip(dice, faces, strict=True))
        result = halves_up(added * factor, divisor)
        totals.append(result if below_zero or result > 0 else 0)
    return tally((each, Fraction(1, len(totals))) for each in totals)


def odds_of(experiment: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds().items())


# Dice


@pytest.mark.parametrize(
    ("text", "dice", "fixed"),
    [
        ("3d10", [(1, 10)] * 3, 0),
        ("d10", [(1, 10)], 0),
        ("2d5", [(1, 5)] * 2, 0),
        ("d5", [(1, 5)], 0),
        ("d100", [(1, 100)], 0),
        ("D%", [(1, 100)], 0),
        ("2d10+5", [(1, 10)] * 2, 5),
        ("2d10 + 5", [(1, 10)] * 2, 5),
        ("1d5–1", [(1, 5)], -1),
        ("1d5−1", [(1, 5)], -1),
        ("1d5-4", [(1, 5)], -4),
        ("1d10-1d5", [(1, 10), (-1, 5)], 0),
        ("1d5-8+1d10+2", [(1, 5), (1, 10)], -6),
        ("-1d5+3", [(-1, 5)], 3),
    ],
)
def test_p1_p2_p3_p4_dice_and_fixed_modifiers(
    text: str, dice: list[tuple[int, int]], fixed: int
) -> None:
    assert odds_of(ROLL(text)) == by_every_face(dice, fixed)
    assert odds_of(ROLL(text, below_zero=True)) == by_every_face(dice, fixed, below_zero=True)
    assert TenSided.of(str(TenSided.of(text))) == TenSided.of(text)


def test_p1_three_dice_are_added_and_a_missing_count_is_one() -> None:
    odds = ROLL("3d10").odds()
    assert (odds.lowest, odds.highest) == (3, 30)
    assert ROLL("d10") == ROLL("1d10")
    assert ROLL("3d10").roll(faces=[3, 10, 7]).outcome == 20


def test_p1_a_face_of_zero_is_ten() -> None:
    roll = ROLL("3d10+1").roll(faces=[0, 1, 0])
    assert roll.outcome == 22
    assert roll.faces == (10, 1, 10)


@pytest.mark.parametrize("face", range(1, 11))
def test_p2_a_d5_is_a_d10_halved_and_rounded_up(face: int) -> None:
    roll = ROLL("1d5").roll(faces=[face])
    assert roll.outcome == (face + 1) // 2
    assert percentile.halved(face) == roll.outcome


def test_p2_the_record_has_the_d10_behind_a_d5() -> None:
    roll = ROLL("2d5+1").roll(faces=[9, 2])
    record = json.loads(roll.to_json())
    assert record["faces"] == [9, 2]
    assert [die["face"] for group in record["groups"] for die in group["dice"]] == [9, 2]
    assert {die["die"] for group in record["groups"] for die in group["dice"]} == {"d10"}
    assert roll.outcome == 5 + 1 + 1
    assert verify(record) == roll
    with pytest.raises(FacesError):
        ROLL("1d5").roll(faces=[11])


@pytest.mark.parametrize(
    ("tens", "ones", "result"), [(7, 0, 70), (0, 7, 7), (0, 0, 100), (9, 9, 99), (1, 2, 12)]
)
def test_p3_the_tens_die_and_the_ones_die(tens: int, ones: int, result: int) -> None:
    roll = percentile.d100().roll(faces=[tens, ones])
    assert roll.outcome == result
    assert verify(roll.to_json()) == roll


_D100 = (percentile.d100(), target.percentile(), triumph.percentile())


@pytest.mark.parametrize("rule", _D100, ids=str)
@pytest.mark.parametrize(
    ("faces", "result"),
    [
        ([7, 10], 70),
        ([10, 10], 100),
        ([10, 3], 3),
        ([70, 3], 73),
        ([20, 10], 20),
        ([(7, 10)], 70),
        ([(90, 0)], 90),
    ],
)
def test_p3_dice_as_they_are_printed(rule: Any, faces: list[Any], result: int) -> None:
    """A d10 that shows 10 is 0 on both dice; a tens die may be marked 00 to 90."""
    roll = rule.roll(faces=faces)
    assert roll.outcome == result
    assert roll.faces == (result // 10 % 10, result % 10)
    assert verify(roll.to_json()) == roll


@pytest.mark.parametrize("rule", _D100, ids=str)
@pytest.mark.parametrize("faces", [[5, 20], [75, 3], [100, 1], [11, 3], [5, 11], [(5, 20)]])
def test_p3_dice_that_show_no_such_face(rule: Any, faces: list[Any]) -> None:
    with pytest.raises(FacesError):
        rule.roll(faces=faces)


@pytest.mark.parametrize(("face", "result"), [((7, 10), 70), ((10, 10), 100), ((70, 3), 73)])
def test_p3_every_d100_may_be_typed_by_its_two_dice(face: Any, result: int) -> None:
    rolls = [
        percentile.test(45).roll(faces=[face]),
        percentile.attack(45).roll(faces=[face]),
        percentile.opposed(45, 45).roll(faces=[face, face]),
        percentile.hit_location().roll(faces=[face]),
        percentile.roll("d100").roll(faces=[face]),
        tiers.check(43).roll(faces=[face]),
    ]
    assert all(roll.faces[0] in (result, result % 100) for roll in rolls)


def test_p3_two_faces_for_one_d100_say_how_they_are_typed() -> None:
    with pytest.raises(FacesError) as caught:
        percentile.test(45).roll(faces=[7, 10])
    assert "like 7/0" in (caught.value.hint or "")


def test_p3_a_record_from_before_still_holds() -> None:
    group = {"group": "2d{0..9}", "labels": [], "total": 7}
    dice = [(7, 0), (0, 1)]
    shown = [
        {"die": "d{0..9}", "position": at, "face": face, "value": face, "kept": True, "history": []}
        for face, at in dice
    ]
    record = {
        "version": 3,
        "rule": "percentile.d100",
        "parameters": {},
        "faces": [7, 0],
        "decisions": [],
        "outcome": 70,
        "groups": [{**group, "dice": shown}],
        "steps": ["percentile.d100():", "  tens 7, ones 0", "→ 70"],
    }
    assert verify(record).outcome == 70


def test_p3_every_number_from_1_to_100_once() -> None:
    assert odds_of(percentile.d100()) == {n: Fraction(1, 100) for n in range(1, 101)}
    shown = {percentile.d100().roll(faces=pair).outcome for pair in product(range(10), repeat=2)}
    assert shown == set(range(1, 101))


# Modifiers


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("1d5-4", [1], 0),
        ("1d5-4", [10], 1),
        ("1d5-8+1d10+2", [1, 9], 4),
        ("1d5-3-1d5+4", [1, 10], 0),
        ("1d10-1d10", [3, 9], 0),
    ],
)
def test_p4_under_zero_counts_as_zero_once_at_the_end(
    text: str, faces: list[int], outcome: int
) -> None:
    """1 - 8 + 9 + 2 is 4, though a part of it is under 0."""
    assert ROLL(text).roll(faces=faces).outcome == outcome


def test_p4_unless_a_rule_says_otherwise() -> None:
    assert ROLL("1d5-4", below_zero=True).roll(faces=[1]).outcome == -3
    assert ROLL("1d5-4", [2], below_zero=True).roll(faces=[1]).outcome == -6
    assert ROLL("1d5-8", divide=2, below_zero=True).roll(faces=[1]).outcome == -3


# Re-rolls


@pytest.mark.parametrize(
    ("text", "dice", "fixed"), [("2d10-3", [(1, 10)] * 2, -3), ("1d5-1", [(1, 5)], -1)]
)
def test_p5_a_reroll_is_a_choice_whose_second_result_stands(
    text: str, dice: list[tuple[int, int]], fixed: int
) -> None:
    once = by_every_face(dice, fixed)
    mean = sum(result * chance for result, chance in once.items())
    best = sum(max(Fraction(result), mean) * chance for result, chance in once.items())
    again = ROLL(text, reroll=True)
    plan = again.plan(lambda result: result)
    assert plan.value == best
    assert again.odds(aim=lambda result: result).mean == best
    assert odds_of(ROLL(text)) == once == dict(again.odds(decide=lambda _: "keep").items())
    assert dict(again.odds(decide=lambda _: "re-roll").items()) == once


@pytest.mark.parametrize(
    ("face", "best"), [(1, "re-roll"), (5, "re-roll"), (6, "keep"), (10, "keep")]
)
def test_p5_advice_knows_what_a_reroll_is_worth(face: int, best: str) -> None:
    advice = ROLL("1d10", reroll=True).advise(lambda result: result, faces=[face])
    assert advice.values == {"keep": face, "re-roll": Fraction(11, 2)}
    assert advice.best == best


def test_p5_even_if_it_is_worse() -> None:
    again = ROLL("1d10", reroll=True)
    worse = again.roll(faces=[7, 2], decisions=["re-roll"])
    assert worse.outcome == 2
    assert again.roll(faces=[7], decisions=["keep"]).outcome == 7
    assert verify(worse.to_json()) == worse
    assert not ROLL("1d10").roll(faces=[7]).decisions
    target = again.advise(lambda result: result >= 8, faces=[7])
    assert target.values == {"keep": 0, "re-roll": Fraction(3, 10)}


# Rounding and multiplying


@pytest.mark.parametrize(
    ("number", "divisor", "result"),
    [(7, 2, 4), (10, 3, 4), (1, 4, 1), (8, 2, 4), (0, 3, 0), (-7, 2, -3), (-1, 4, 0), (-8, 2, -4)],
)
def test_p6_division_rounds_up(number: int, divisor: int, result: int) -> None:
    """Negative fractions too, toward plus infinity."""
    assert rounded_up(number, divisor) == result == halves_up(number, divisor)


@given(st.integers(-(10**30), 10**30), st.integers(1, 10**9))
def test_p6_however_large_the_number(number: int, divisor: int) -> None:
    result = rounded_up(number, divisor)
    assert (result - 1) * divisor < number <= result * divisor


@pytest.mark.parametrize(
    ("multipliers", "factor"),
    [([2, 2], 3), ([2, 3], 4), ([3, 3], 5), ([2], 2), ([], 1), ([1, 1, 1], 1), ([2, 2, 2, 4], 7)],
)
def test_p7_multipliers_add_up(multipliers: list[int], factor: int) -> None:
    assert added_up(multipliers) == factor
    roll = ROLL("1d10+1", multipliers).roll(faces=[6])
    assert roll.outcome == 7 * factor
    assert verify(roll.to_json()) == roll


@given(st.lists(st.integers(1, 50), min_size=1, max_size=6), st.randoms())
def test_p7_in_any_order_and_one_at_a_time(multipliers: list[int], random: Any) -> None:
    shuffled = list(multipliers)
    random.shuffle(shuffled)
    assert (
        added_up(shuffled)
        == added_up(multipliers)
        == multipliers[0] + sum(each - 1 for each in multipliers[1:])
    )
    assert added_up([added_up(multipliers), 2]) == added_up([*multipliers, 2])


@pytest.mark.parametrize("multipliers", [[2], [2, 2], [3, 2, 2]])
@pytest.mark.parametrize("divisor", [1, 2, 3, 7])
def test_p6_p7_multiplied_then_divided_then_held_to_zero(
    multipliers: list[int], divisor: int
) -> None:
    factor = multipliers[0] + sum(multipliers[1:]) - len(multipliers) + 1
    for below_zero in (False, True):
        roll = ROLL("1d10+1d5-9", multipliers, divisor, below_zero=below_zero)
        dice = [(1, 10), (1, 5)]
        assert odds_of(roll) == by_every_face(dice, -9, factor, divisor, below_zero)


@pytest.mark.parametrize("multiplier", [0, -1])
def test_p7_a_multiplier_under_1_is_an_error(multiplier: int) -> None:
    with pytest.raises(
        ParameterError, match=f"must be a whole number from 1 to 1000000, not {multiplier}"
    ):
        ROLL("1d10", [2, multiplier]).roll(faces=[3])
    with pytest.raises(ParameterError, match="at least 1"):
        added_up([multiplier])


# Mistakes, records, and how often


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2d6", "the game uses only ten-sided dice: d10, d5 and d100, not d6"),
        ("1d20+1d10", "not d20"),
        ("", "ten-sided dice such as 2d10\\+5, 1d5-1 or d100, not ''"),
        ("2d10+", "ten-sided dice such as"),
        ("2d10 5", "ten-sided dice such as"),
        ("2d10--1", "ten-sided dice such as"),
        ("2d10x2", "ten-sided dice such as"),
        ("dten", "ten-sided dice such as"),
        (10, "ten-sided dice such as .*, not 10"),
        (None, "ten-sided dice such as"),
    ],
)
def test_p1_other_dice_are_refused(text: Any, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        ROLL(text)


@pytest.mark.parametrize(
    "wrong", [{"divide": 0}, {"divide": Fraction(1, 2)}, {"multipliers": [1.5]}]
)
def test_p6_p7_what_makes_no_sense_is_said(wrong: dict[str, Any]) -> None:
    with pytest.raises(ParameterError, match="must be a whole number"):
        ROLL("1d10", **wrong)


@examples(30)
@given(st.integers(0, 2**32), st.booleans())
def test_any_roll_verifies(seed: int, reroll: bool) -> None:
    roll = ROLL("2d10+1d5-12", [2, 2], 2, reroll=reroll).roll(
        SeededSource(seed), decide=lambda choice: choice.options[-1]
    )
    assert verify(roll.to_json()) == roll
    assert len(roll.faces) == (6 if reroll else 3)
    by_hand = roll.faces[-3:]
    total = by_hand[0] + by_hand[1] + (by_hand[2] + 1) // 2 - 12
    assert roll.outcome == max(0, halves_up(3 * total, 2))


def test_p6_a_plain_number_can_be_divided_and_multiplied() -> None:
    assert ROLL("7", divide=2).roll().outcome == 4
    assert ROLL("10", divide=3).roll().outcome == 4
    assert ROLL("1", divide=4).roll().outcome == 1
    assert str(ROLL("7", multipliers=[2, 2])) == "percentile.roll(dice='7', multipliers=[2, 2])"
    assert ROLL("7", multipliers=[2, 2]).roll().outcome == 21
