"""Two sides that come back to the same situation: both play their best, without memory."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Asks, Experiment, Limits, choose, d, rule
from tests.support.examples import examples

SIZE = 6
"""How many situations a random game has."""


class Spot(NamedTuple):
    """A situation of a random game: whose turn it is, and what may follow; a float is an end."""

    whose: str
    ways: tuple[int | Fraction, int | Fraction]


ENDS = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)])
SPOTS = st.builds(
    Spot,
    st.sampled_from(["chance", "us", "them"]),
    st.tuples(*[st.integers(0, SIZE - 1) | ENDS] * 2),
)
GAMES = st.lists(SPOTS, min_size=SIZE, max_size=SIZE)


def played(spots: Sequence[Spot]) -> Experiment[Any]:
    """The game as a rule; an end of 1/2 is a coin, so that its aim is true or false."""

    @rule
    def wander(place: int = 0) -> Asks[Any]:
        """Go from place to place until it ends."""
        whose, ways = spots[place]
        if whose == "chance":
            way = (yield d(2)) - 1
        else:
            way = yield choose("which way?", {"left": 0, "right": 1}, opposed=whose == "them")
        following = ways[way]
        if not isinstance(following, Fraction):
            return wander(following)
        return following > 0 if following.denominator == 1 else (yield d(2)) == 1

    return wander()


def iterated(spots: Sequence[Spot]) -> float:
    """The chance of the first situation by value iteration from below: what is reached in time."""
    values = [0.0] * SIZE
    while True:
        before = list(values)
        for place, (whose, ways) in enumerate(spots):
            left, right = (float(w) if isinstance(w, Fraction) else values[w] for w in ways)
            values[place] = {
                "chance": (left + right) / 2,
                "us": max(left, right),
                "them": min(left, right),
            }[whose]
        if max(abs(new - old) for new, old in zip(values, before, strict=True)) < 1e-13:
            return values[0]


@given(GAMES)
@examples(400)
def test_a_game_in_circles_is_worth_what_value_iteration_says(spots: list[Spot]) -> None:
    plan = played(spots).plan(lambda won: won)
    assert float(plan.value) == pytest.approx(iterated(spots), abs=1e-9)


@rule
def pig(
    mine: int = 0, theirs: int = 0, turn: int = 0, us: bool = True, goal: int = 20
) -> Asks[bool]:
    """Roll on and add up, or hold; a 1 loses the turn. Whoever has the goal first wins."""
    if mine + turn >= goal:
        return us
    if turn > 0:
        held = yield choose(
            "roll on?", ["roll", "hold"], opposed=not us, mine=mine, theirs=theirs, turn=turn
        )
        if held == "hold":
            return pig(theirs, mine + turn, 0, not us, goal)
    face = yield d(6)
    if face == 1:
        return pig(theirs, mine, 0, not us, goal)
    return pig(mine, theirs, turn + face, us, goal)


@pytest.mark.slow
def test_whoever_begins_pig_has_the_better_of_it() -> None:
    # Two other programs agree on this.
    plan = pig().plan(lambda won: won, limits=Limits(paths=1_000_000))
    assert float(plan.value) == pytest.approx(0.615558549805, abs=1e-12)
    assert plan.value.denominator.bit_length() <= 25


def test_both_sides_of_pig_see_their_own_chances() -> None:
    ours = pig(5, 5, 4, goal=10).advise(lambda won: won)
    theirs = pig(5, 5, 4, us=False, goal=10).advise(lambda won: won)
    assert ours.values == theirs.values
    assert ours.best == theirs.best


@rule
def siege(held: int = 0) -> Asks[int]:
    """The opponent may go on as long as they like; what is held goes round and round."""
    if (yield choose("go on?", ["stop", "on"], opposed=True)) == "stop":
        return held
    return siege((held + (yield d(2))) % 3)


def test_an_opponent_who_need_not_end_it_never_does() -> None:
    # Where the aim is a number, never ending is the worst that can happen to us.
    assert siege().plan(lambda held: held + 1).value == 0
    assert siege().plan(lambda held: held > 0).value == 0
    assert siege(2).advise(lambda held: held + 1).best == "on"


@rule
def tug(rope: int = 2) -> Asks[int]:
    """Each in turn pulls once or lets chance pull; it ends at either side."""
    if rope in (0, 4):
        return rope
    ours = yield choose("pull?", {"pull": 1, "wait": 0})
    theirs = yield choose("pull back?", {"pull": -1, "wait": 0}, opposed=True)
    return tug(min(4, max(0, rope + ours + theirs + 3 - 2 * (yield d(2)))))


def test_a_tug_of_war_is_even_and_its_best_play_pulls() -> None:
    plan = tug().plan(lambda rope: rope)
    assert plan.value == 2
    assert {label for choice, label in plan.items() if choice.about == {}} == {"pull"}
