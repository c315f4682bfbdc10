"""Weights of thousands of bits: quick where they can be, and counted by their length."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import LimitError, Limits, odds
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws import compound
from astragal.probability.laws.law import Law
from astragal.probability.long_numbers import (
    power,
    steps_of_fraction,
    steps_of_power,
    steps_of_product,
)
from astragal.probability.readings.order_statistics import sum_of_highest_fair, ways_to_fill
from tests.support.brute import check_endless_odds
from tests.support.examples import examples

F = Fraction


def table(law: Law) -> dict[Number, Fraction]:
    found, denominator = law.table()
    return {number: F(weight, denominator) for number, weight in found.items() if weight}


@given(st.integers(-(10**9), 10**9), st.integers(0, 3_000))
def test_a_power(base: int, exponent: int) -> None:
    assert power(base, exponent) == base**exponent


def test_long_numbers_cost_more() -> None:
    for steps in (steps_of_power, steps_of_product, steps_of_fraction):
        assert steps(10) < 1.8 * steps(20_000) < steps(40_000)


@given(st.integers(1, 3), st.integers(0, 5), st.integers(1, 7), st.data())
def test_the_ways_in_which_enough_dice_lie_on_a_value(
    at: int, below: int, n: int, data: st.DataObject
) -> None:
    kept = data.draw(st.integers(1, n))
    expected = [
        comb(n, above)
        * sum(
            comb(n - above, on) * at**on * below ** (n - above - on)
            for on in range(kept - above, n - above + 1)
        )
        for above in range(kept)
    ]
    assert ways_to_fill(at, below, n, kept) == expected


def test_the_highest_of_many_dice_share_the_powers_of_their_faces() -> None:
    ways = sum_of_highest_fair(3, 400, 2)
    assert sum(ways) == 3**400
    assert ways[:2] == [1, 400]  # all show the lowest face; just one shows the next


laws = st.dictionaries(
    st.integers(-5, 9) | st.integers(-9, 9).map(lambda n: F(n, 2)),
    st.integers(1, 4),
    min_size=1,
    max_size=5,
)


@examples(150)
@given(
    laws,
    st.integers(0, 2),
    st.dictionaries(st.integers(0, 12), st.integers(1, 5), min_size=2, max_size=5),
)
def test_a_random_number_of_dice_by_halves_and_one_by_one(
    weights: dict[Number, int], lost: int, ways: dict[int, int]
) -> None:
    each = Law.of_table(weights, sum(weights.values()) + lost)
    cases: dict[int, Number] = {n: F(way, sum(ways.values())) for n, way in ways.items()}
    by_halves = compound._finite_compound(cases, each, Budget())
    assert table(by_halves) == table(compound._one_by_one(cases, each, Budget()))


def test_many_dice_of_a_random_number_are_answered() -> None:
    found = odds("(1d1000)d6worth(=2:-1)")
    assert found.mean == F(1001, 2) * F(1 - 1 + 3 + 4 + 5 + 6, 6)
    assert odds("(1d3000)d6").mean == F(3001, 2) * F(7, 2)


def test_neighbours_that_add_the_same_are_one_value() -> None:
    counted = odds("5d1000dl2c>=300")
    assert counted == odds("5d{" + ",".join(["0"] * 299 + ["1"] * 701) + "}dl2")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "longest_run(6000d20!pc=even)",
        "longest_run(9000d20!>=15)",
        "9999d30000kh1",
        "4d6" + "rl1" * 800,
        "5d(1d1000)dl2c>=3",
        "(1d9999)d6",
        "1d(9000d2)",
        "9000d2, 1d70",
        "2x(1d40/1d40)s",
        "(1d100000) = (1d6!)..(1d8!)",
        "longest_run(9x(1d200/3))",
        "4d6" + "min1" * 3000 + "min(1d3000)",
        "1d(1d1000)" + "min1" * 3000,
        "x=1d5000;(x)d1" + "*x" * 900,
        "x=1d120000;x" + "*x" * 990,
        "1d1000" + "r=5 " * 3900,
        "3d1000kh2" + "max900" * 2500,
        "56d{-113..113}kh max(1d113) r=even " + "!! " * 113,
        "x=64d{0,64}; (x)d6+x",
        "x=1d5000;(x)d1+x [..5]a" + "[6..9]b" * 1500,
    ],
)
def test_what_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(LimitError) as caught:
        odds(text)
    assert caught.value.limit in ("odds", "memory")


@pytest.mark.parametrize(
    "text", ["(1d6!) = (1d3)..(1d9)", "(1d9) = (1d3!)..(1d8!)", "(1d9) = (1d3!)..(2d4)"]
)
def test_between_rolled_bounds(text: str) -> None:
    check_endless_odds(text, extra_dice=9)


def test_one_of_many_bounds_is_looked_up_and_not_each_pair_of_them() -> None:
    found = odds("(1d6!) = (1d2000)..(1d2000)", limits=Limits(odds=50_000_000))
    reached, passed = odds("1d6!").at_least, odds("1d6!").more_than
    pairs = ((x, y) for x in range(1, 13) for y in range(x, 13))
    few = odds("(1d6!) = (1d12)..(1d12)")
    assert few.probability(True) == sum(reached(x) - passed(y) for x, y in pairs) / 144
    assert 0 < found.probability(True) < few.probability(True)


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        ("longest_run(600d20!pc=even)", 2),
        ("9000d20!u", 210),
        ("9999d1000kh1", 1_000),
        ("9999d1000kh3", 2_998),
        ("largest_set(2x(30d6))", 2),
        ("largest_set(20d1000000)", 20),
    ],
)
def test_what_is_long_but_quick_is_answered(text: str, outcomes: int) -> None:
    found = odds(text)
    assert len(found) == outcomes
    assert found.at_least(min(found)) == 1


@pytest.mark.parametrize("text", ["8000d6each+(1d6)", "5652d6k>=(1d4)"])
def test_cases_that_fill_the_memory_together_are_refused(text: str) -> None:
    with pytest.raises(LimitError) as caught:
        odds(text)
    assert caught.value.code == "too-much-memory"
