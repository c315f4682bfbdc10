"""triumph: contests (R3, R4, R5, R8), with dice handed in and against exact odds worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from astragal.games import triumph
from astragal.games.triumph import Contest, Fortune
from astragal.mechanics.opposed import Side
from tests.games.triumph_by_hand import DICE_OF, Cubes, contest_by_hand

contest: Any = triumph.contest

HALF = Fraction(1, 2)


def win_chance(experiment: Any) -> Fraction:
    return Fraction(experiment.odds().of("wins").probability(True))


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([12, 9], Contest(Side.WIN, 5)),
        ([9, 12], Contest(Side.LOSE, -1)),
        ([20, 20], Contest(Side.WIN, 2)),
        ([1, 1], Contest(Side.WIN, 2)),
        ([20, 1], Contest(Side.WIN, 21, Fortune.TRIUMPH, Fortune.DISASTER)),
        ([1, 20], Contest(Side.LOSE, -17, Fortune.DISASTER, Fortune.TRIUMPH)),
        ([20, 19], Contest(Side.WIN, 3, Fortune.TRIUMPH)),
        ([19, 20], Contest(Side.LOSE, 1, theirs=Fortune.TRIUMPH)),
        ([1, 2], Contest(Side.LOSE, 1, Fortune.DISASTER)),
        ([2, 1], Contest(Side.WIN, 3, theirs=Fortune.DISASTER)),
    ],
)
def test_r8_two_of_a_kind_cancel_out_and_one_of_each_both_apply(
    faces: list[int], outcome: Contest
) -> None:
    """Ability 3 against 1; the margin is our total less theirs."""
    assert contest(3, 1, "aptitude", "aptitude").roll(faces=faces).outcome == outcome


@pytest.mark.parametrize(
    ("reactive", "coin", "side"),
    [
        ("us", [], Side.WIN),
        ("them", [], Side.LOSE),
        ("nobody", [1], Side.WIN),
        ("nobody", [2], Side.LOSE),
        ("both", [1], Side.WIN),
        ("both", [2], Side.LOSE),
    ],
)
@pytest.mark.parametrize("faces", [[7, 9], [20, 20], [1, 1]])
def test_r5_a_tie_goes_to_the_reactive_party_else_to_a_coin(
    reactive: str, coin: list[int], side: Side, faces: list[int]
) -> None:
    made = contest(faces[1], faces[0], "aptitude", "aptitude", reactive)
    assert made.roll(faces=[*faces, *coin]).outcome == Contest(side, 0)


TIES = {"us": Fraction(1), "them": Fraction(0), "nobody": HALF, "both": HALF}


@pytest.mark.parametrize("reactive", TIES)
@pytest.mark.parametrize(
    ("ours", "theirs", "lead", "nets", "ranges"),
    [
        ("aptitude", "aptitude", 0, (0, 0), (20, 1)),
        ("mastery", "incompetence", -6, (0, 0), (18, 3)),
        ("incompetence", "aptitude", 2, (1, -2), (20, 1)),
        ("mastery", "mastery", 4, (0, 2), (15, 5)),
    ],
)
def test_r8_contests_against_every_face(
    ours: str,
    theirs: str,
    lead: int,
    nets: tuple[int, int],
    ranges: tuple[int, int],
    reactive: str,
) -> None:
    made = contest(
        *(lead, 0, ours, theirs, reactive, max(nets[0], 0), max(-nets[0], 0)),
        *(max(nets[1], 0), max(-nets[1], 0)),
        triumph_from=ranges[0],
        disaster_to=ranges[1],
    )
    expected = contest_by_hand(
        *(DICE_OF[ours], DICE_OF[theirs], lead), tie=TIES[reactive], net=nets, ranges=ranges
    )
    assert win_chance(made) == expected


ONE, BEST, WORST = Cubes(1, False, True), Cubes(2, False, True), Cubes(2, True, True)


@pytest.mark.parametrize(
    ("ours", "theirs", "lead", "reactive"),
    [
        (ONE, ONE, 3, "nobody"),
        (BEST, BEST, -7, "them"),
        (WORST, BEST, 5, "us"),
        (WORST, WORST, 0, "nobody"),
        (ONE, Cubes(2), 30, "nobody"),
        (Cubes(1, rerolls=2), BEST, -45, "nobody"),
        (Cubes(2, True), Cubes(3, True, True), 5, "them"),
    ],
)
def test_r3_r8_contests_where_dice_explode_are_solved_exactly(
    ours: Cubes, theirs: Cubes, lead: int, reactive: str
) -> None:
    """Both may go on without end; still the odds are exact, and add up to one."""
    dice = {"dice": str(ours), "opponent_dice": str(theirs), "reroll": "always"}
    odds = contest(lead, 0, reactive=reactive, **dice).odds()
    assert sum(share for _, share in odds.items()) == 1
    expected = contest_by_hand(ours, theirs, lead, tie=TIES[reactive])
    assert odds.of("wins").probability(True) == expected


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([20, 5, 20, 7], "lose, margin -1"),
        ([20, 5, 19], "win, our triumph, margin +7"),
        ([20, 20, 1, 20, 20, 4], "lose, margin -2"),
        ([*[20] * 5, *[20] * 5, 3, 5], "lose, margin -1"),
        ([*[20] * 5, *[20] * 5, 20, 4, 5], "win, margin +20"),
    ],
)
def test_r3_r8_exploding_contests_step_by_step(faces: list[int], outcome: str) -> None:
    """Ability 1 against 0; from 100 on both go on until one stops."""
    made = contest(1, 0, dice="1d20!", opponent_dice="1d20!")
    assert str(made.roll(faces=faces).outcome) == outcome


def test_r4_the_opponent_rerolls_whatever_may_be_rerolled() -> None:
    made = contest(0, 0, "aptitude", opponent_dice="1d20♻♻")
    assert made.roll(faces=[10, 2, 12]).outcome == Contest(Side.LOSE, -2)
    assert win_chance(made) == contest_by_hand(Cubes(1), Cubes(1, rerolls=2))


def test_r8_better_contests_sort_behind_worse_ones() -> None:
    worst_first = [
        Contest(Side.LOSE, 5, Fortune.DISASTER),
        Contest(Side.LOSE, -9),
        Contest(Side.LOSE, 0),
        Contest(Side.WIN, 0),
        Contest(Side.WIN, 7),
        Contest(Side.WIN, 2, theirs=Fortune.DISASTER),
        Contest(Side.WIN, -3, Fortune.TRIUMPH),
        Contest(Side.WIN, 19, Fortune.TRIUMPH, Fortune.DISASTER),
    ]
    assert all(one < other for one, other in pairwise(worst_first))
    assert str(worst_first[0]) == "lose, our disaster, margin +5"
    assert str(worst_first[-1]) == "win, our triumph, their disaster, margin +19"
