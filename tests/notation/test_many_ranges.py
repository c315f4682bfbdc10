"""A total read against many ranges, against what a roll reads one by one."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from astragal import Limits, odds, parse
from astragal.notation.nodes.ranges import Ranges, _Upwards
from tests.support.brute import check_endless_odds, check_odds


@st.composite
def ranges(draw: st.DrawFn) -> str:
    low, high = sorted((draw(st.integers(-2, 14)), draw(st.integers(-2, 14))))
    written = draw(st.sampled_from([f"{low}..{high}", f"..{high}", f"{low}..", f"{low}"]))
    return f"[{written}] {draw(st.sampled_from('abcdef'))}"


some_ranges = st.lists(ranges(), min_size=1, max_size=7).map(" ".join)


@given(some_ranges)
def test_numbers_from_the_lowest_on_fall_into_the_ranges_that_a_roll_reads(text: str) -> None:
    body = parse(f"1d12 {text}").body
    assert isinstance(body, Ranges)
    upwards = _Upwards(body.ranked)
    halves = [Fraction(half, 2) for half in range(-6, 32)]
    assert [upwards.read(half) for half in halves] == [body.read(half, None) for half in halves]


@given(st.sampled_from(["1d12-2", "2d6/2", "1d4*1d3", "-1d12", "{1d4,1d6/2}kh1"]), some_ranges)
def test_the_odds_of_ranges_are_those_of_every_face(dice: str, text: str) -> None:
    check_odds(f"{dice} {text} [3!] g" if dice == "1d12-2" else f"{dice} {text}")


@given(some_ranges)
def test_ranges_of_a_roll_without_end(text: str) -> None:
    check_endless_odds(f"1d4! {text}")


def test_many_ranges_are_read_in_one_walk() -> None:
    text = " ".join(f"[{number}] a{number}" for number in range(1, 1001))
    found = odds(f"1d1000 {text}", limits=Limits(odds=10_000_000))
    assert len(found) == 1000
    assert found.probability("a17") == Fraction(1, 1000)


def test_the_outcomes_are_in_the_order_written() -> None:
    assert list(odds("1d6 [5..] high [2..3] low")) == ["high", "low", "no range"]
