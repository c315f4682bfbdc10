"""Chains pushed forward, compared with chains of all their states."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import LimitError
from astragal.limits import Limits
from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Ends, Markov, Step
from astragal.probability.markov.duration import Duration
from astragal.probability.markov.forward import Ended, Forward, Move
from astragal.probability.markov.lanes import Lane, Lanes
from astragal.probability.weights import Weights

_PLACES = 4

tables = st.dictionaries(st.integers(0, _PLACES), st.integers(1, 6), min_size=1)
moves = st.lists(st.tuples(tables, st.integers(0, 2)), min_size=_PLACES, max_size=_PLACES)


def _walk(rows: list[tuple[dict[int, int], int]], last: int) -> tuple[Move, Ended]:
    """A walk that ends at the last place, or after a number of steps; some weight is missing."""

    def move(place: int, time: int) -> Weights:
        table, missing = rows[(place + time) % _PLACES]
        return Weights(table, sum(table.values()) + missing)

    def ended(place: int, time: int) -> Any:
        return f"{place} at {time}" if place == _PLACES or time == last else None

    return move, ended


def _state_by_state(move: Move, ended: Ended) -> Markov:
    def target(place: int, time: int) -> Any:
        outcome = ended(place, time)
        return (place, time) if outcome is None else Absorbing.of(outcome)

    def step(state: tuple[int, int]) -> Step:
        place, time = state
        table, denominator = move(place, time)
        return Step.of([(target(to, time + 1), w) for to, w in table.items()], denominator)

    return Markov.reachable(target(0, 0), step, Budget())


def _chances(chain: Markov) -> dict[Any, Fraction]:
    ends, denominator = chain.ends
    return {end.outcome: Fraction(weight, denominator) for end, weight in ends.items()}


@given(moves, st.integers(0, 6))
def test_a_chain_pushed_forward_ends_as_it_does_state_by_state(
    rows: list[tuple[dict[int, int], int]], last: int
) -> None:
    walk = _walk(rows, last)
    forward, twin = Forward(0, *walk, Budget()), _state_by_state(*walk)
    assert _chances(forward) == _chances(twin)
    steps, expected = Duration(forward.at_rest()), Duration(twin.at_rest())
    assert steps.ends == expected.ends
    assert [steps.within(n) for n in range(8)] == [expected.within(n) for n in range(8)]
    assert _chances(pickle.loads(pickle.dumps(forward))) == _chances(twin)


_LANES, _GOAL = 3, 5

steps_of_a_lane = st.lists(
    st.tuples(st.integers(-3, 4), st.integers(1, 6), st.integers(0, _LANES - 1)), min_size=1
)


@given(
    st.lists(st.tuples(steps_of_a_lane, st.integers(0, 2)), min_size=_LANES, max_size=_LANES),
    st.tuples(st.integers(0, _GOAL - 1), st.integers(0, _LANES - 1)),
    st.integers(1, 6),
)
def test_a_chain_along_lanes_ends_as_it_does_place_by_place(
    rows: list[tuple[list[tuple[int, int, int]], int]], start: tuple[int, int], last: int
) -> None:
    lanes: dict[int, Lane] = {
        lane: Lane(steps, sum(weight for _, weight, _ in steps) + missing)
        for lane, (steps, missing) in enumerate(rows)
    }

    def move(place: tuple[int, int], _time: int) -> Weights:
        table: dict[Any, int] = {}
        for far, weight, lane in rows[place[1]][0]:
            to = max(0, place[0] + far), lane
            table[to] = table.get(to, 0) + weight
        return Weights(table, lanes[place[1]].denominator)

    def ended(place: tuple[int, int], time: int) -> Any:
        return (*place, time) if place[0] >= _GOAL or time == last else None

    found = Lanes(start, move, ended, Budget(), last, _GOAL, lanes)
    twin = Forward(start, move, ended, Budget(), last)
    assert _chances(found) == _chances(twin)
    assert [Duration(found.at_rest()).within(n) for n in range(8)] == [
        Duration(twin.at_rest()).within(n) for n in range(8)
    ]


def test_all_that_can_be_reached_in_fifty_steps_along_one_lane() -> None:
    rows = [(1, 30, 0), (2, 30, 0), (-1, 40, 0)]

    def ended(place: tuple[int, int], time: int) -> Any:
        return "done" if place[0] >= 100 else "out of tries" if time == 50 else None

    lanes: dict[int, Lane] = {0: Lane(rows, 100)}
    chain = Lanes((0, 0), lambda *_: Weights({}, 1), ended, Budget(), 50, 100, lanes)
    # Nobody falls back: every test has to succeed, and each to bring two degrees.
    assert _chances(chain)["done"] == Fraction(30, 100) ** 50


def test_a_place_is_asked_about_once_for_each_time() -> None:
    asked = []

    def move(place: int, time: int) -> Weights:
        return Weights({(place + face) % 3: 1 for face in range(3)}, 3)

    def ended(place: int, time: int) -> str | None:
        asked.append((place, time))
        return "over" if time == 5 else None

    assert _chances(Forward(0, move, ended, Budget())) == {"over": 1}
    assert len(asked) == len(set(asked)) == 1 + 5 * 3


def test_a_long_chain_is_refused_by_what_one_of_its_steps_takes() -> None:
    """A walk whose places grow with every step, for a thousand of them."""

    def move(place: int, _time: int) -> Weights:
        return Weights({place + more: 1 for more in range(100)}, 100)

    def ended(_place: int, time: int) -> str | None:
        return "over" if time == 1000 else None

    budget = Budget(Limits(odds=10_000_000))
    with pytest.raises(LimitError, match="about"):
        _chances(Forward(0, move, ended, budget, 1000))
    assert budget.spent < 2_000_000


def test_the_ends_of_a_last_step_are_made_as_they_are_wanted() -> None:
    ends = Ends({1: 2, "x": 3})
    assert dict(ends) == {Absorbing.of(1): 2, Absorbing.of("x"): 3}
    assert list(ends.items()) == list(dict(ends).items())
    assert ends[Absorbing.of("x")] == 3
    assert len(pickle.loads(pickle.dumps(ends))) == 2
