"""Linear systems in whole numbers and chains unfolded in time, against slower plain ways."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

from astragal.errors import LimitError
from astragal.games import tiers
from astragal.games.tiers.clocks import Clock
from astragal.limits import Limits
from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Markov, State
from astragal.probability.markov.duration import Duration
from astragal.probability.markov.linear import solve, solve_uncancelled
from astragal.probability.markov.unfolding import Unfolding

F = Fraction
END = Absorbing.of("end")


@st.composite
def chains(draw: st.DrawFn, most: int = 40) -> list[State]:
    """Chains each of whose states leads to some others, and may end."""
    size = draw(st.integers(1, most))
    states = []
    for _ in range(size):
        onward = draw(
            st.dictionaries(st.integers(0, size - 1), st.integers(1, 9), min_size=1, max_size=4)
        )
        states.append(State(onward, {END: 1}, sum(onward.values()) + draw(st.integers(1, 7))))
    return states


def rows_of(states: list[State]) -> list[dict[int, fmpq]]:
    return [
        {other: fmpq(weight, state.denominator) for other, weight in state.onward.items()}
        for state in states
    ]


@given(chains(), st.data())
def test_a_system_by_elimination_and_as_one_dense_matrix(
    states: list[State], data: st.DataObject
) -> None:
    rows, size = rows_of(states), len(states)
    right = [fmpq(data.draw(st.integers(-5, 5)), data.draw(st.integers(1, 9))) for _ in rows]
    matrix = fmpq_mat(size, size)
    for state, row in enumerate(rows):
        matrix[state, state] = fmpq(1)
        for other, weight in row.items():
            matrix[state, other] -= weight
    expected = matrix.solve(fmpq_mat(size, 1, right))
    assert solve(rows, right, Budget()) == [expected[state, 0] for state in range(size)]


def line(size: int, up: int, down: int, denominator: int) -> list[State]:
    """States in a row, from each of which the next few and the last few are reached."""
    share = denominator // (up + down + 2)
    states = []
    for place in range(size):
        near = range(max(0, place - down), min(size, place + up + 1))
        onward = {other: share + other - place for other in near}
        states.append(State(onward, {END: denominator - sum(onward.values())}, denominator))
    return states


@pytest.mark.parametrize(("up", "down"), [(1, 1), (3, 1), (1, 3)])
def test_long_numbers_of_a_long_row_of_states(up: int, down: int) -> None:
    """Every value is what its equation says, though none was cancelled on the way."""
    rows = rows_of(line(200, up, down, 10**6))
    values = [fmpq(each.p, each.q) for each in solve_uncancelled(rows, [fmpq(1)] * 200, Budget())]
    for value, row in zip(values, rows, strict=True):
        assert value == 1 + sum(weight * values[other] for other, weight in row.items())


def test_long_numbers_are_counted_by_their_length() -> None:
    """A row of twice as many states has numbers twice as long, so it costs four times as much."""

    def spent(size: int) -> int:
        budget = Budget()
        solve(rows_of(line(size, 2, 1, 10**10)), [fmpq(1)] * size, budget)
        return budget.spent

    assert spent(800) > 3 * spent(400) > 9 * spent(200) > 0


@pytest.mark.slow
def test_a_dense_system_is_refused_before_it_is_solved() -> None:
    size = 700
    rows = [{other: fmpq(1, size + 1) for other in range(size)} for _ in range(size)]
    with pytest.raises(LimitError) as caught:
        solve(rows, [fmpq(1)] * size, Budget())
    assert caught.value.code == "too-many-odds"


# In time


def ended_by_steps(states: list[State], n: int) -> Fraction:
    now, ended = {0: F(1)}, F(0)
    for _ in range(n):
        after: dict[int, Fraction] = {}
        for place, weight in now.items():
            state = states[place]
            ended += weight * sum(state.ends.values()) / state.denominator
            for other, share in state.onward.items():
                after[other] = after.get(other, F(0)) + weight * F(share, state.denominator)
        now = after
    return ended


@given(chains(most=5), st.integers(0, 70))
def test_steps_one_by_one_and_by_powers(states: list[State], n: int) -> None:
    unfolding = Unfolding(states)
    expected = ended_by_steps(states, n)
    assert unfolding.within(n, Budget()) == expected
    row = Unfolding(states)._row_after(n, Budget())
    below = unfolding._denominator**n
    assert F(int(row[0, len(states)]), below) == expected


@pytest.mark.parametrize("size", [1, 3, 60])
@pytest.mark.parametrize("share", [F(1, 100), F(1, 2), F(99, 100), F(999_999, 1_000_000)])
def test_the_first_number_of_steps_to_reach_a_share(size: int, share: Fraction) -> None:
    """Few states go by powers, many step by step."""
    states = [State({(place + 1) % size: 39}, {END: 1}, 40) for place in range(size)]
    found = Unfolding(states).first_to_reach(share, Budget())
    assert ended_by_steps(states, found) >= share > ended_by_steps(states, found - 1)


def test_all_questions_that_a_table_asks_are_counted_together() -> None:
    """Mean, deviation, rows and median of a long chain cost no more than one limit allows."""
    states = line(120, 1, 1, 100)
    limits = Limits(odds=20_000_000)
    duration = Duration(Markov(states, Budget(limits)), "a row")
    assert duration._likely is not None
    tight = Duration(Markov(states, Budget(limits.replaced(odds=4_500_000))), "a row")
    _ = tight.mean
    assert tight._likely is None
    with pytest.raises(LimitError):
        tight.within(5_000)


# What strangers can ask for


@pytest.mark.slow
@pytest.mark.parametrize("stats", [[80], [45, 50, 55, 60]])
def test_the_steps_of_a_countdown_of_a_thousand_segments_are_answered(stats: list[int]) -> None:
    """Its numbers have thousands of digits; all of them are counted, and fit the limit."""
    duration = tiers.countdown(stats, [60], Clock(1000, 500)).duration()
    assert duration.summary().startswith("mean")
    assert 10_000_000 < duration._markov.budget.spent < Limits().odds


@pytest.mark.slow
def test_a_countdown_is_refused_by_the_length_of_its_numbers() -> None:
    with pytest.raises(LimitError) as caught:
        tiers.countdown([45, 50, 55, 60], [60], Clock(1000, 500)).odds(
            limits=Limits(odds=60_000_000)
        )
    assert caught.value.code == "too-many-odds"
