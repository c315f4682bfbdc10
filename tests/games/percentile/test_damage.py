"""percentile: where attacks hit, and damage with its qualities, against every face."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import ParameterError, SeededSource, verify
from astragal.games import percentile
from tests.games.percentile.by_hand import degrees, fall_as_often, odds_of
from tests.support.chains_by_hand import tally
from tests.support.examples import examples

DAMAGE: Any = percentile.damage
ATTACK: Any = percentile.attack

# Hit locations


def location(roll: int) -> str:
    """By the digits written backwards; 00 is 100."""
    backwards = int(f"{roll:02}"[-2:][::-1]) or 100
    for most, name in (
        (10, "head"),
        (20, "right arm"),
        (30, "left arm"),
        (70, "body"),
        (85, "right leg"),
    ):
        if backwards <= most:
            return name
    return "left leg"


@pytest.mark.parametrize(
    ("roll", "where"),
    [
        (32, "left arm"),
        (1, "head"),
        (10, "head"),
        (11, "right arm"),
        (2, "right arm"),
        (12, "left arm"),
        (3, "left arm"),
        (13, "body"),
        (7, "body"),
        (17, "right leg"),
        (58, "right leg"),
        (68, "left leg"),
        (99, "left leg"),
        (100, "left leg"),
    ],
)
def test_hits_land_by_the_digits_reversed(roll: int, where: str) -> None:
    """Each row of the table at both its ends."""
    assert percentile.hit_location().roll(faces=[roll]).outcome == where
    assert location(roll) == where


def test_every_roll_hits_somewhere_and_only_if_it_hits() -> None:
    assert odds_of(percentile.hit_location()) == tally(
        (location(roll), Fraction(1, 100)) for roll in range(1, 101)
    )
    for roll in range(1, 101):
        hit: Any = percentile.attack(45, 10).roll(faces=[roll]).outcome
        level = degrees(roll, 55)
        assert (hit.passes, hit.degrees) == (level > 0, abs(level))
        assert hit.location == (location(roll) if level > 0 else "nowhere")


# Damage


def damage_by_every_face(
    number: int,
    sides: int,
    fixed: int,
    tearing: bool,
    proven: int | None,
    primitive: int | None,
    furies: str,
) -> dict[tuple[int, int], Fraction]:
    """Damage and how often Fury, over every face of the d10s and of the d5s of Fury."""
    pairs: list[tuple[tuple[int, int], Fraction]] = []
    rolled = number + (1 if tearing else 0)
    for faces in product(range(1, 11), repeat=rolled):
        kept: Sequence[int] = sorted(faces)[rolled - number :]
        counted = [(face + 1) // 2 if sides == 5 else face for face in kept]
        counted = [max(each, proven) if proven else each for each in counted]
        counted = [min(each, primitive) if primitive else each for each in counted]
        natural = len([face for face in kept if face == 10])
        fury = {"each": natural, "once": 1 if natural else 0, "never": 0}[furies]
        chance = Fraction(1, 10**rolled * 5**fury)
        pairs += [
            ((max(0, sum(counted) + sum(more) + fixed), fury), chance)
            for more in product(range(1, 6), repeat=fury)
        ]
    return tally(pairs)


@pytest.mark.slow
@pytest.mark.parametrize("fury", ["each", "once", "never"])
@pytest.mark.parametrize("primitive", [None, 7])
@pytest.mark.parametrize("proven", [None, 3])
@pytest.mark.parametrize("tearing", [False, True])
def test_damage_with_all_qualities(
    tearing: bool, proven: int | None, primitive: int | None, fury: str
) -> None:
    for number, sides, fixed in ((1, 10, 5), (2, 10, 0), (2, 5, -4), (1, 5, 1)):
        dice = f"{number}d{sides}{fixed:+}"
        damage = DAMAGE(dice, tearing, proven, primitive, fury)
        odds = {(each.damage, each.fury): chance for each, chance in damage.odds().items()}
        assert odds == damage_by_every_face(number, sides, fixed, tearing, proven, primitive, fury)


@pytest.mark.parametrize(
    ("how", "faces", "damage", "furies"),
    [
        ({"dice": "1d10+5"}, [7], 12, 0),
        ({"dice": "1d10+5"}, [10, 7], 19, 1),
        ({"dice": "2d10"}, [10, 10, 1, 10], 26, 2),
        ({"dice": "2d10", "fury": "once"}, [10, 10, 1], 21, 1),
        ({"dice": "2d10", "fury": "never"}, [10, 10], 20, 0),
        ({"dice": "1d5+1"}, [9], 6, 0),
        ({"dice": "1d5+1"}, [10, 3], 8, 1),
        ({"dice": "1d10", "tearing": True}, [4, 9], 9, 0),
        ({"dice": "1d10", "tearing": True}, [10, 9, 1], 11, 1),
        ({"dice": "1d5", "tearing": True}, [10, 9, 1], 6, 1),
        ({"dice": "1d10", "proven": 3}, [1], 3, 0),
        ({"dice": "1d10", "proven": 10}, [9], 10, 0),
        ({"dice": "1d10", "primitive": 7}, [9], 7, 0),
        ({"dice": "1d10", "primitive": 7}, [10, 9], 12, 1),
        ({"dice": "1d10", "primitive": 2, "proven": 2}, [10, 9], 7, 1),
        ({"dice": "1d10-8"}, [3], 0, 0),
        ({"dice": "1d10+2", "multipliers": [2, 2]}, [4], 18, 0),
        ({"dice": "1d10+2", "multipliers": [2]}, [10, 1], 26, 1),
    ],
    ids=str,
)
def test_damage_by_hand(how: dict[str, Any], faces: list[int], damage: int, furies: int) -> None:
    """A d5 of Fury is no damage die: Primitive 7 and a 10 with 5 more are 12."""
    roll = DAMAGE(**how).roll(faces=faces)
    assert (roll.outcome.damage, roll.outcome.fury) == (damage, furies)
    assert roll.faces == tuple(faces)
    assert verify(roll.to_json()) == roll


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"dice": "1d100"}, "damage dice must be all d10 or all d5"),
        ({"dice": "1d10+1d5"}, "all d10 or all d5"),
        ({"dice": "1d6"}, "only ten-sided dice"),
        ({"dice": "0d10"}, "expected ten-sided dice"),
        ({"dice": "-1d10"}, "damage dice must be"),
        ({"dice": "7d10"}, "more than 6 damage dice"),
        ({"dice": "1d5", "proven": 8}, "no d5 shows 8"),
        ({"dice": "1d10", "proven": 5, "primitive": 4}, "cannot be lowered to 4"),
        ({"dice": "1d10", "proven": 0}, "proven must be"),
        ({"dice": "1d10", "fury": "twice"}, "one of each, once, never"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        DAMAGE(**wrong)


@examples(30)
@given(st.integers(0, 150), st.integers(-6, 6), st.integers(0, 2**32))
def test_any_roll_verifies(target: int, step: int, seed: int) -> None:
    experiments: list[Any] = [
        ATTACK(target, 10 * step, [5], 2),
        percentile.hit_location(),
        DAMAGE("2d5+1", True, 2, 4, multipliers=[2, 2]),
    ]
    for experiment in experiments:
        roll = experiment.roll(SeededSource(seed))
        assert verify(roll.to_json()) == roll
        assert experiment.roll(faces=roll.faces) == roll


@pytest.mark.slow
@pytest.mark.parametrize(
    "experiment",
    [DAMAGE("2d5+1", True, 2, 4), DAMAGE("1d10", fury="once"), percentile.hit_location()],
    ids=str,
)
def test_rolls_fall_as_often_as_their_odds_say(experiment: Any) -> None:
    fall_as_often(experiment)
