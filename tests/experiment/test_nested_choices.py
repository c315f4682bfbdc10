"""Choices inside of what a rule asks for: solved once for each worth of its outcomes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from astragal import Asks, RuleError, choose, d, pool, rule


@rule
def threes(n: int = 5) -> Asks[int]:
    """Roll all dice, keep at least one and go on with the others; a 3 counts nothing."""
    if n == 0:
        return 0
    dice = sorted(0 if face == 3 else face for face in (yield pool(n, 6)))
    keep = yield choose("keep how many?", list(range(1, n + 1)), dice=tuple(dice))
    rest: int = yield threes(n - keep)
    return sum(dice[:keep]) + rest


def best_of_threes(n: int, worth: Callable[[int], Fraction]) -> Fraction:
    """The same by its definition: every roll, every decision, with the sum so far."""

    @cache
    def value(left: int, held: int) -> Fraction:
        if left == 0:
            return worth(held)
        total = Fraction(0)
        for faces in product([0, 1, 2, 4, 5, 6], repeat=left):
            low = sorted(faces)
            kept = (value(left - k, held + sum(low[:k])) for k in range(1, left + 1))
            best: Fraction = max(kept)
            total += best
        return total * Fraction(1, 6**left)

    whole: Fraction = value(n, 0)
    return whole


AIMS: list[Callable[[int], Fraction]] = [
    lambda total: Fraction(-total),
    lambda total: Fraction(total <= 4),
    lambda total: Fraction(total * total % 7),
]


@pytest.mark.parametrize("aim", AIMS)
def test_a_game_of_threes_is_played_best(aim: Callable[[int], Fraction]) -> None:
    assert threes(3).plan(aim).value == best_of_threes(3, aim)


@pytest.mark.slow
def test_the_whole_game_of_threes_has_odds_and_advice() -> None:
    plan = threes().plan(lambda total: total <= 4)
    odds = threes().odds(decide=plan)
    assert odds.at_most(4) == plan.value
    assert float(plan.value) == pytest.approx(0.38231857661)
    advice = threes().advise(
        lambda total: total <= 4, faces=[1, 2, 3, 4, 5, 1, 1, 5], decisions=[2]
    )
    assert (advice.best, advice.values["2"]) == ("1", Fraction(1, 3))


@pytest.mark.slow
def test_a_plan_of_nested_choices_plays_and_travels() -> None:
    plan = threes(3).plan("outcome")
    travelled = pickle.loads(pickle.dumps(plan))
    rolls = [threes(3).roll(seed=seed, decide=plan) for seed in range(20)]
    assert rolls == [threes(3).roll(seed=seed, decide=travelled) for seed in range(20)]
    assert threes(3).odds(decide=travelled) == threes(3).odds(decide=plan)


@rule
def stride(height: int) -> Asks[int]:
    """Go up one, or throw the dice: a 1 leads down to the ground."""
    if (yield choose("dare?", {"dare": True, "walk": False}, height=height)):
        face = yield d(4)
        return -height if face == 1 else face
    return 1


@rule
def climb(height: int = 0) -> Asks[int]:
    """Stride by stride up to five or more."""
    if height >= 5:
        return height
    step: int = yield stride(height)
    return climb(max(0, height + step))


def test_nested_choices_in_a_circle_are_worth_what_value_iteration_says() -> None:
    values = [0.0] * 5 + [float(height == 7) for height in range(5, 10)]
    for _ in range(2_000):
        for height in range(5):
            dared = (values[0] + sum(values[height + face] for face in (2, 3, 4))) / 4
            values[height] = max(values[height + 1], dared)
    plan = climb().plan(lambda height: height == 7)
    assert float(plan.value) == pytest.approx(values[0])
    assert climb().odds(aim=lambda height: height == 7).probability(7) == plan.value


@rule
def looking_glass(n: int = 1) -> Asks[int]:
    """It waits for itself."""
    if (yield choose("again?", ["yes", "no"])) == "no":
        return n
    after: int = yield looking_glass(n)
    return after + 1


def test_what_waits_for_itself_is_refused_by_name() -> None:
    with pytest.raises(RuleError) as caught:
        looking_glass().plan("outcome")
    assert caught.value.code == "needs-itself"
    assert "looking_glass" in str(caught.value)


@rule
def bag(picks: int) -> Asks[tuple[Any, ...]]:
    """Equal situations after different rolls are one, also where lists are kept."""
    held: list[int] = []
    for _ in range(picks):
        face = yield d(4)
        if (yield choose("keep it?", {"keep": True, "drop": False}, face=face)):
            held.append(face)
            held.sort()
    return tuple(held)


def test_equal_situations_are_met_once() -> None:
    plan = bag(6).plan(lambda held: len(held) == 3 and sum(held) >= 11)
    # 4^6 rolls with 2^6 decisions lead to no more multisets than there are.
    assert len(plan) < 1_500

    @cache
    def value(left: int, held: tuple[int, ...]) -> Fraction:
        if left == 0:
            return Fraction(len(held) == 3 and sum(held) >= 11)
        kept = (tuple(sorted((*held, face))) for face in range(1, 5))
        return (
            sum((max(value(left - 1, held), value(left - 1, more)) for more in kept), Fraction(0))
            / 4
        )

    assert plan.value == value(6, ())
