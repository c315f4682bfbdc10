"""scores: the best help in a Group Test, against everything that can be done, in any order."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import ChoiceError
from astragal.games import scores
from astragal.games.scores.critical_dice import Criticals
from astragal.games.scores.group_help import Setting
from astragal.games.scores.score_ranges import STANDARD
from tests.games.scores.by_hand import Gift, best_help, gifts_of, one_die
from tests.support.examples import examples

TEST: Any = scores.test
GROUP: Any = scores.group_test


def faces_of(counted: Sequence[int]) -> list[int]:
    """Faces of d10s, with coins, that count as these."""
    return [face for each in counted for face in {10: (10, 1), 0: (10, 2)}.get(each, (each,))]


def advised(first: Sequence[int], modifiers: Sequence[int], aim: str) -> tuple[Fraction, Any]:
    """The engine's value of the situation after the first rolls, and any advice."""
    group = GROUP(modifiers)
    try:
        advice = group.advise(aim, faces=faces_of(first))
    except ChoiceError:
        outcome = group.roll(faces=faces_of(first)).outcome
        return Fraction(bool(getattr(outcome, aim))), None
    return advice.value, advice


def gift_of(label: str) -> Gift | None:
    """Who helps whom, as numbers."""
    if label == "nobody":
        return None
    giver, receiver = (int(each.removeprefix("player ")) - 1 for each in label.split(" helps "))
    return giver, receiver


def agrees(first: Sequence[int], modifiers: Sequence[int], aim: str) -> None:
    """What every option is worth, and which there are."""
    expected, option = best_help(first, modifiers, AIMS[aim], (3,) * len(first))
    value, advice = advised(first, modifiers, aim)
    assert value == expected
    gifts = gifts_of(first, modifiers)
    if advice is None:
        assert not gifts
    else:
        worth = {gift_of(label): each for label, each in advice.values.items()}
        assert worth == {gift: option(gift) for gift in (*gifts, None)}


AIMS = {"passes": 7, "high": 10}


@pytest.mark.slow
@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("modifiers", [(0, 0), (3, 5)])
def test_s9_the_best_plan_of_two_players(modifiers: tuple[int, int], aim: str) -> None:
    value = sum(
        best_help(first, modifiers, AIMS[aim], (3, 3))[0]
        * math.prod(Fraction(one_die()[each], 20) for each in first)
        for first in product(range(11), repeat=2)
    )
    plan = GROUP(modifiers).plan(aim)
    assert plan.value == value
    assert GROUP(modifiers).odds(decide=plan).of(aim).probability(True) == value


@pytest.mark.slow
@pytest.mark.parametrize("aim", AIMS)
def test_s9_two_players_help_each_other_as_well_as_can_be(aim: str) -> None:
    for first in product(range(11), repeat=2):
        agrees(first, (2, -1), aim)


def some_rolls(number: int, count: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """First rolls and modifiers, the same every time."""
    pick = random.Random(number)
    return [
        (
            tuple(pick.randint(0, 10) for _ in range(number)),
            tuple(pick.randint(-2, 5) for _ in range(number)),
        )
        for _ in range(count)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "modifiers"), [*some_rolls(3, 30), *some_rolls(4, 6)])
def test_s9_the_best_help_for_all_to_pass(
    first: tuple[int, ...], modifiers: tuple[int, ...]
) -> None:
    agrees(first, modifiers, "passes")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "modifiers"),
    [
        ((9, 9, 2), (1, 2, 3)),
        ((10, 4, 4), (0, 1, 2)),
        ((10, 10, 3), (0, 0, 5)),
        ((8, 8, 8), (2, 2, 1)),
        ((7, 6, 1), (0, 0, 4)),
        ((0, 9, 9), (3, 1, 1)),
        ((9, 9, 9, 1), (1, 1, 1, 2)),
        ((5, 4, 5), (5, 4, 4)),
        ((5, 5, 4), (6, 3, 5)),
        ((7, 3, 7), (3, 5, 0)),
        *some_rolls(3, 12),
    ],
)
def test_s9_the_best_help_for_all_to_be_high(
    first: tuple[int, ...], modifiers: tuple[int, ...]
) -> None:
    agrees(first, modifiers, "high")


def test_s9_who_waits_and_helps_last_can_be_better() -> None:
    """Player 1 can help both others; those who can help each other only do so first."""
    value, advice = advised((5, 4, 5), (5, 4, 4), "high")
    assert value == Fraction(97443, 160000)
    best = {label for label, each in advice.values.items() if each == value}
    assert best == {"player 2 helps player 3", "player 3 helps player 2"}
    assert advised((4, 5, 5), (4, 4, 5), "high")[0] == value


@pytest.mark.parametrize(
    ("ranges", "goal"), [("[..11] short [12..] enough", 12), ("[..13] short [14..] enough", 14)]
)
def test_s9_a_high_score_is_helped_where_a_higher_range_is_needed(ranges: str, goal: int) -> None:
    """A group that needs [12..] is helped by an Advantage for its 10."""
    advice = GROUP([5, 5], ranges=ranges).advise("range=enough", faces=[goal - 5, 5])
    one_more = sum(Fraction(1, 10) for face in range(1, 10) if face + 5 >= goal) + Fraction(1, 20)
    assert advice.value == 1 - (1 - one_more) ** 2
    labels = ["player 1 helps player 2", "player 2 helps player 1", "nobody"]
    assert list(advice.values) == labels


@pytest.mark.parametrize("advantages", [(0, 2), (0, 3), (1, 1)])
def test_s9_the_best_help_stays_within_the_cap(advantages: tuple[int, int]) -> None:
    rolled = [(9, *[1] * advantages[0]), (2, *[1] * advantages[1])]
    room = tuple(3 - each for each in advantages)
    expected, _ = best_help((9, 2), (1, 3), 7, room)
    group = GROUP((1, 3), advantages=advantages)
    faces = [face for dice in rolled for face in dice]
    if not room[1]:
        assert expected == 0
        assert not group.roll(faces=faces).outcome.passes
    else:
        assert group.advise("passes", faces=faces).value == expected


@pytest.mark.parametrize("modifier", [-3, 0, 4])
def test_s9_a_group_of_one_is_a_test(modifier: int) -> None:
    group = GROUP([modifier], advantages=[2]).odds()
    assert dict(group.items()) == dict(TEST(modifier, 2).odds().items())


@examples(25)
@given(
    st.lists(st.tuples(st.integers(0, 10), st.integers(-3, 5)), min_size=3, max_size=3),
    st.sampled_from(sorted(AIMS)),
    st.data(),
)
def test_s9_where_people_sit_does_not_matter(
    players: list[tuple[int, int]], aim: str, data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(players))
    values = [
        advised([roll for roll, _ in each], [modifier for _, modifier in each], aim)[0]
        for each in (players, shuffled)
    ]
    assert values[0] == values[1]


def test_scores_are_worked_out_once() -> None:
    one, other = (_setting((1, 2, 3)) for _ in range(2))
    assert one.order is other.order
    assert one.cache is not other.cache


def _setting(modifiers: tuple[int, ...]) -> Setting:
    names = tuple("abc"[: len(modifiers)])
    return Setting(names, modifiers, (0,) * len(modifiers), STANDARD, 10, Criticals.COIN)


def test_advice_folds_equals_by_name_and_keeps_them_apart_in_its_data() -> None:
    group = GROUP([2, 1, 0, 0], names=["Ann", "Bob", "Cas", "Dora"])
    advice = group.advise(faces=[6, 9, 5, 5])
    told = str(advice)
    assert "Ann helps Cas or Dora  " in told
    assert "(passes)" not in told
    assert "Ann helps Cas" in advice.values
    assert {"option": "Ann helps Dora"} in [each["at"] for each in advice.to_data()["values"]]
    assert "Ann helps Cas or Dora" not in advice.render("text", every=True).partition("option")[2]
