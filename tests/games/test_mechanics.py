"""What games are made of: edges, multipliers, rounding, Clocks, ranges, sides, percentile dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from astragal import (
    Asks,
    Clock,
    NotationError,
    ParameterError,
    RangeTable,
    rule,
    verify,
)
from astragal.games import percentile, target, tiers
from astragal.mechanics.edges import Edges, net
from astragal.mechanics.multipliers import added_up, compounded
from astragal.mechanics.opposed import Side, compared
from astragal.mechanics.ordered import Ordered
from astragal.mechanics.percentile_dice import hundred, two_dice
from astragal.mechanics.rounding import rounded_down, rounded_up

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
    assert str(Edges.left(left)) == shown
    assert Edges.left(left).net == left


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


@settings(deadline=None)
@given(st.integers(-(10**30), 10**30), st.integers(1, 10**6))
def test_p6_g8_rounding_is_exact_however_large(number: int, divisor: int) -> None:
    exact = Fraction(number, divisor)
    assert (rounded_up(number, divisor), rounded_down(number, divisor)) == (
        ceil(exact),
        floor(exact),
    )
    assert rounded_up(number, divisor) == -rounded_down(-number, divisor)
    assert rounded_up(exact) - rounded_down(exact) == (exact.denominator > 1)


# Clocks


def test_t6_a_clock_ticks_until_it_is_full() -> None:
    clock = Clock(4)
    seen = []
    for _ in range(6):
        seen.append((str(clock), clock.full, clock.left))
        clock = clock.tick()
    assert seen == [
        ("0/4", False, 4),
        ("1/4", False, 3),
        ("2/4", False, 2),
        ("3/4", False, 1),
        ("4/4", True, 0),
        ("4/4", True, 0),
    ]


@pytest.mark.parametrize(
    ("clock", "after"),
    [
        (Clock(6, 3).empty(2), "1/6"),
        (Clock(6, 3).empty(), "2/6"),
        (Clock(6, 1).empty(4), "0/6"),
        (Clock(6, 5).tick(4), "6/6"),
        (Clock(6, 2).tick(3), "5/6"),
        (Clock(1).tick(), "1/1"),
        (Clock(6, 2).tick(0), "2/6"),
    ],
)
def test_t7_clocks_fill_and_empty_within_their_segments(clock: Clock, after: str) -> None:
    assert str(clock) == after


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        (4, Clock(4)),
        ("4", Clock(4)),
        ("1/4", Clock(4, 1)),
        (" 1 / 4 ", Clock(4, 1)),
        ("4/4", Clock(4, 4)),
    ],
)
def test_clocks_are_written_down(written: Any, clock: Clock) -> None:
    assert Clock.of(written) == clock
    assert Clock.of(str(clock)) == clock


@rule
def alarm(clock: Clock) -> Asks[bool]:
    """Whether one more tick would fill it, which a coin may bring."""
    ticks = yield "1d2"
    return clock.tick(ticks).full


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("5/4", "bad-clock"),
        ("0", "bad-clock"),
        (0, "bad-clock"),
        (-3, "bad-clock"),
        ("x", "bad-parameter"),
        ("1/4/2", "bad-parameter"),
        ("-1", "bad-parameter"),
        (True, "bad-parameter"),
        (4.0, "bad-parameter"),
        (None, "bad-parameter"),
    ],
)
def test_bad_clocks_are_refused(written: Any, code: str) -> None:
    ask: Any = alarm
    with pytest.raises(ParameterError) as caught:
        ask(written)
    assert caught.value.code == code


@pytest.mark.parametrize(("segments", "filled"), [(4, 5), (4, -1), (0, 0), (-1, -1)])
def test_a_clock_cannot_be_filled_beyond_its_ends(segments: int, filled: int) -> None:
    with pytest.raises(ParameterError):
        Clock(segments, filled)


def test_a_clock_is_a_parameter_and_stands_in_the_record() -> None:
    rolled = alarm(Clock(4, 3)).roll(faces=[1])
    assert rolled.outcome is True
    assert verify(rolled.to_json(), rules=[alarm]) == rolled


# Tables of ranges


@pytest.mark.parametrize(
    ("text", "number", "name"),
    [
        ("[..6] a [7..9] b [10..] c", -100, "a"),
        ("[..6] a [7..9] b [10..] c", 6, "a"),
        ("[..6] a [7..9] b [10..] c", 7, "b"),
        ("[..6] a [7..9] b [10..] c", 9, "b"),
        ("[..6] a [7..9] b [10..] c", 10, "c"),
        ("[7..9] a [8..10] b", 8, "b"),
        ("[8..10] b [7..9] a", 8, "b"),
        ("[7..9] a [8..10] b", 7, "a"),
        ("[..5] a [7..] b", 6, "no range"),
        ("[4] four", 4, "four"),
        ("[-3..-1] deep", -2, "deep"),
        ("[10!] crit [..20] plain", 10, "plain"),
    ],
)
def test_a_number_is_read_against_ranges(text: str, number: int, name: str) -> None:
    assert RangeTable.of(text).read(number) == name


def test_a_table_is_written_as_it_is_read() -> None:
    text = "[0!] fumble [..6] a miss [7..9] graze [8] just so [10..] hit [10!] crit"
    table = RangeTable.of(text)
    assert str(table) == text
    assert RangeTable.of(str(table)) == table
    assert (table.lowest, table.highest) == ("a miss", "hit")
    assert (table.critical(10), table.critical(0), table.critical(9)) == ("crit", "fumble", None)


ENDS = st.one_of(st.none(), st.integers(-4, 12))


@settings(deadline=None)
@given(st.lists(st.tuples(ENDS, ENDS), min_size=1, max_size=5))
def test_a_lint_finds_exactly_what_no_range_or_several_cover(
    pairs: list[tuple[int | None, int | None]],
) -> None:
    """Number by number, far enough out on both sides for what is open."""
    ranges = []
    for low, high in pairs:
        if low is None and high is None:
            low = 0
        if low is not None and high is not None and low > high:
            low, high = high, low
        ranges.append((low, high))
    text = " ".join(
        f"[{'' if low is None else low}..{'' if high is None else high}] r{place}"
        for place, (low, high) in enumerate(ranges)
    )
    table = RangeTable.of(text)
    findings = table.lint()
    for number in range(-20, 30):
        covering = sum(
            (low is None or low <= number) and (high is None or number <= high)
            for low, high in ranges
        )
        expected = [] if covering == 1 else ["gap" if covering == 0 else "overlap"]
        found = [
            each.kind
            for each in findings
            if (each.low is None or each.low <= number)
            and (each.high is None or number <= each.high)
        ]
        assert found == expected
        assert (table.read(number) == "no range") == (covering == 0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[9..7] x", "backwards-range"),
        ("[..6]", "missing-name"),
        ("[..6] [7..] x", "missing-name"),
        ("[..] x", "bad-range"),
        ("[1..3!] x", "bad-range"),
        ("nothing", "unexpected"),
        ("[..6] a 7..] b", "unexpected"),
    ],
)
def test_bad_tables_of_ranges_show_the_place(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        RangeTable.of(text)
    assert caught.value.code == code
    assert "^" in caught.value.render()


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
