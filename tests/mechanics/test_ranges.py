"""Tables of ranges: a number is read against them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import (
    NotationError,
    RangeTable,
)


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
    assert table.highest == "hit"
    assert (table.downmost(1), table.upmost(10)) == ("a miss", "hit")
    assert (table.critical(10), table.critical(0), table.critical(9)) == ("crit", "fumble", None)


@pytest.mark.parametrize(
    ("text", "down", "up"),
    [
        ("[7..] help [10..] help twice", "no range", "help twice"),
        ("[7..] hit [12..14] special", "no range", "hit"),
        ("[7..12] wide [9..11] narrow", "no range", "wide"),
        ("[2..9] middle", "no range", "no range"),
        ("[1] one [10] ten", "one", "ten"),
        ("[-3..-1] deep [0..2] up", "deep", "no range"),
        ("[..3] terrible [..6] bad", "terrible", "no range"),
        ("[0!] fumble [10!] crit", "no range", "no range"),
    ],
)
def test_the_range_that_the_highest_or_lowest_number_reaches(text: str, down: str, up: str) -> None:
    table = RangeTable.of(text)
    assert (table.downmost(1), table.upmost(10)) == (down, up)


ENDS = st.one_of(st.none(), st.integers(-4, 12))


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
