"""Bonuses that explode without end: exact odds, and rolls that agree with them."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from astragal import ParameterError
from astragal.games.triumph import Beyond, Side, attack, check, contest

_MOST = 250


def _exploding(sides: int) -> dict[int, Fraction]:
    """An exploding die, far beyond what any check here needs."""
    table: dict[int, Fraction] = {}
    chance, whole = Fraction(1), 0
    while whole < _MOST:
        table |= {whole + face: chance / sides for face in range(1, sides)}
        chance, whole = chance / sides, whole + sides
    return table | {whole: chance}


def _lower_of_two() -> dict[int, Fraction]:
    table: dict[int, Fraction] = defaultdict(Fraction)
    for pair in product(range(1, 21), repeat=2):
        table[min(pair)] += Fraction(1, 400)
    return table


@pytest.mark.parametrize("dc", [5, 15, 30, 150])
def test_a_check_passes_as_often_as_when_it_is_counted(dc: int) -> None:
    wanted = Fraction(0)
    for face, chance in _lower_of_two().items():
        for more, added in _exploding(6).items():
            passes = face == 20 or (face > 1 and face + more + 3 > dc)
            wanted += chance * added * passes
    assert check(3, dc, bonus="1d6!!").odds().of("passes").probability(True) == wanted


def test_a_contest_is_won_as_often_as_when_it_is_counted() -> None:
    wanted: dict[Side, Fraction] = defaultdict(Fraction)
    d20 = {face: Fraction(1, 20) for face in range(1, 21)}
    for (ours, p), (theirs, q) in product(d20.items(), repeat=2):
        fortune = (ours == 20) - (ours == 1) - (theirs == 20) + (theirs == 1)
        for more, added in _exploding(4).items():
            lead = fortune or ours + 1 + more - theirs - 4
            side = Side.WIN if lead > 0 else Side.LOSE
            wanted[side] += p * q * added
    skill: dict[str, Any] = {
        "proficiency": "aptitude",
        "opponent_proficiency": "aptitude",
        "reactive": "them",
    }
    odds = contest(1, 4, bonus="1d4!!", **skill).odds()
    assert odds.of("wins").probability(True) == wanted[Side.WIN]
    turned = contest(
        *(4, 1),
        opponent_bonus="1d4!!",
        proficiency="aptitude",
        opponent_proficiency="aptitude",
        reactive="us",
    )
    assert turned.odds().of("wins").probability(True) == wanted[Side.LOSE]


def test_what_is_rolled_is_one_of_the_outcomes() -> None:
    known = check(0, 15, bonus="1d6!!").odds().weights
    for sixes in (0, 3, 16, 17, 30):
        roll = check(0, 15, bonus="1d6!!").roll(faces=[9, 5, *[6] * sixes, 4])
        assert roll.outcome in known
        margin = 5 + 6 * sixes + 4 - 15
        assert roll.outcome.margin == (margin if sixes < 16 else Beyond(90, "more"))


def test_choices_and_attacks_count_such_a_bonus_too() -> None:
    chosen = (
        check(3, 15, dice="1d20♻", bonus="1d6!!").odds(aim="passes").of("passes").probability(True)
    )
    plain = check(3, 15, dice="1d20", bonus="1d6!!").odds().of("passes").probability(True)
    assert chosen == plain + plain / 20  # a natural 1 always fails, so it is rolled again
    hit = attack(3, 15, proficiency="aptitude", bonus="1d6!!").odds().of("hits").probability(True)
    assert hit == plain


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"bonus": "-1d6!!"}, "take away more and more"),
        ({"bonus": "1d6!!", "opponent_bonus": "1d8!!"}, "dice of the other side"),
        ({"bonus": "1d6!!", "opponent_dice": "1d20!"}, "d20s of a contest"),
    ],
)
def test_what_nobody_could_list_is_refused_by_name(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ParameterError, match=why):
        contest(3, 2, **given)
