"""What games are made of: edges, multipliers, rounding, sides, percentile dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import (
    Asks,
    ParameterError,
    rule,
)
from astragal.games import percentile, target, tiers
from astragal.games.tiers.edges import Edges
from astragal.mechanics.arithmetic import added_up, compounded, net, rounded_down, rounded_up
from astragal.mechanics.dice import hundred, two_dice
from astragal.rules.ordered import Ordered, Side, compared

# Edges


@pytest.mark.parametrize(
    ("gains", "losses", "cap", "left"),
    [
        (0, 0, None, 0),
        (5, 1, None, 4),
        (5, 1, 3, 3),
        (1, 5, 3, -3),
        (1, 3, None, -2),
        (3, 2, None, 1),
        (9, 7, 3, 2),
        (3, 0, 3, 3),
        (0, 4, 3, -3),
    ],
)
def test_edges_cancel_before_they_are_capped(
    gains: int, losses: int, cap: int | None, left: int
) -> None:
    assert net(gains, losses, cap) == left


@pytest.mark.parametrize(
    ("text", "advantages", "disadvantages", "shown"),
    [
        ("2/+/", 2, 0, "2/+/"),
        ("/+/", 1, 0, "/+/"),
        ("/-/", 0, 1, "/-/"),
        ("3/+/ 2/-/", 3, 2, "3/+/ 2/-/"),
        ("2/-/3/+/", 3, 2, "3/+/ 2/-/"),
        ("/+/ /+/ /-/", 2, 1, "2/+/ /-/"),
        ("0/+/", 0, 0, ""),
        ("", 0, 0, ""),
    ],
)
def test_t10_edges_as_the_game_writes_them(
    text: str, advantages: int, disadvantages: int, shown: str
) -> None:
    edges = Edges.of(text)
    assert edges == Edges(advantages, disadvantages)
    assert edges.net == advantages - disadvantages
    assert str(edges) == shown
    assert Edges.of(str(edges)) == edges


@pytest.mark.parametrize(("left", "shown"), [(2, "2/+/"), (1, "/+/"), (0, ""), (-3, "3/-/")])
def test_t10_what_is_left_of_edges(left: int, shown: str) -> None:
    assert str(Edges.of_net(left)) == shown
    assert Edges.of_net(left).net == left


@pytest.mark.parametrize("value", ["x", "2/+", "2+", "/+/-", "+/", 5, None])
def test_t10_what_is_no_edge_is_refused(value: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        tiers.check(43, edges=value)
    assert caught.value.code == "bad-parameter"
    assert "3/+/ 2/-/" in caught.value.message


# Multipliers and rounding


@pytest.mark.parametrize(
    ("multipliers", "abstract", "real"),
    [
        ([], 1, 1),
        ([2], 2, 2),
        ([1, 1], 1, 1),
        ([2, 2], 3, 4),
        ([2, 3], 4, 6),
        ([3, 2], 4, 6),
        ([3, 3], 5, 9),
        ([8, 3], 10, 24),
        ([2, 2, 2], 4, 8),
    ],
)
def test_p7_g9_multipliers_add_up_on_abstract_values_and_multiply_on_real_ones(
    multipliers: list[int], abstract: int, real: int
) -> None:
    assert added_up(multipliers) == abstract
    assert compounded(multipliers) == real
    assert added_up(iter(multipliers)) == abstract


@pytest.mark.parametrize("multipliers", [[0], [2, 0], [-1], [2, 2, -3]])
@pytest.mark.parametrize("put_together", [added_up, compounded])
def test_p7_a_multiplier_under_1_is_an_error(
    put_together: Callable[[list[int]], int], multipliers: list[int]
) -> None:
    with pytest.raises(ParameterError) as caught:
        put_together(multipliers)
    assert caught.value.code == "bad-multiplier"


@pytest.mark.parametrize(
    "made", [percentile.roll, percentile.damage, target.roll], ids=lambda made: str(made.name)
)
@pytest.mark.parametrize(("multipliers", "place"), [([0], 0), ([2, -1], 1)])
def test_p7_g9_a_rule_takes_no_multiplier_under_1(
    made: Any, multipliers: list[int], place: int
) -> None:
    with pytest.raises(ParameterError) as caught:
        made("1d10", multipliers=multipliers)
    assert caught.value.code == "bad-parameter"
    assert f"multipliers[{place}] must be a whole number from 1 to 1000000" in caught.value.message


@pytest.mark.parametrize(
    ("number", "divisor", "up", "down"),
    [
        (7, 2, 4, 3),
        (10, 3, 4, 3),
        (1, 4, 1, 0),
        (-7, 2, -3, -4),
        (-1, 4, 0, -1),
        (8, 2, 4, 4),
        (-8, 2, -4, -4),
        (0, 5, 0, 0),
        (Fraction(5, 2), 1, 3, 2),
        (Fraction(-5, 2), 2, -1, -2),
    ],
)
def test_p6_g8_division_rounds_up_or_down(
    number: int | Fraction, divisor: int, up: int, down: int
) -> None:
    assert rounded_up(number, divisor) == up
    assert rounded_down(number, divisor) == down


@given(st.integers(-(10**30), 10**30), st.integers(1, 10**6))
def test_p6_g8_rounding_is_exact_however_large(number: int, divisor: int) -> None:
    exact = Fraction(number, divisor)
    assert (rounded_up(number, divisor), rounded_down(number, divisor)) == (
        ceil(exact),
        floor(exact),
    )
    assert rounded_up(number, divisor) == -rounded_down(-number, divisor)
    assert rounded_up(exact) - rounded_down(exact) == (exact.denominator > 1)


# Sides and orders


@pytest.mark.parametrize(
    ("ours", "theirs", "side"),
    [
        (3, 2, Side.WIN),
        (2, 3, Side.LOSE),
        (2, 2, Side.TIE),
        (0, -1, Side.WIN),
        (-1, 0, Side.LOSE),
        (0, 0, Side.TIE),
        ((2, 30), (2, 40), Side.LOSE),
        ((3, 30), (2, 40), Side.WIN),
        ((2, 40), (2, 40), Side.TIE),
    ],
)
def test_the_higher_one_wins(ours: Any, theirs: Any, side: Side) -> None:
    assert compared(ours, theirs) is side
    assert (side.wins, side.loses) == (side is Side.WIN, side is Side.LOSE)


def test_words_are_in_the_order_they_are_written_in() -> None:
    assert sorted([Side.WIN, Side.LOSE, Side.TIE]) == [Side.LOSE, Side.TIE, Side.WIN]
    assert Side.LOSE < Side.TIE <= Side.TIE < Side.WIN
    assert not Side.TIE < Side.TIE
    assert max(Side) is Side.WIN

    class Other(Ordered):
        A = "a"

    with pytest.raises(TypeError):
        assert Side.LOSE < Other.A


# Percentile dice


def test_p3_two_dice_are_1_to_100() -> None:
    assert [hundred(7, 0), hundred(0, 7), hundred(0, 0), hundred(9, 9)] == [70, 7, 100, 99]

    @rule
    def percent() -> Asks[int]:
        """Two ten-sided dice."""
        return (yield from two_dice())

    assert percent().roll(faces=[0, 0]).outcome == 100
    assert percent().roll(faces=[4, 2]).outcome == 42
    assert dict(percent().odds().items()) == dict.fromkeys(range(1, 101), Fraction(1, 100))
