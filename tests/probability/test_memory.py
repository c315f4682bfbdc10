"""What costs much: memory that is counted before it is filled, and quick ways with their twins."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction

import pytest

from astragal import LimitError, Limits, find_game, odds, pool


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["999d100", "100d100*1d20", "1d600/1d600", "20d(1d200)", "2x(1d300)"]
)
def test_numbers_are_refused_before_they_fill_the_memory(text: str) -> None:
    with pytest.raises(LimitError) as refused:
        odds(text, limits=Limits(memory=0))
    assert refused.value.code == "too-much-memory"
    assert len(odds(text)) > 1


@pytest.mark.parametrize(
    "text",
    [
        "common(999d999, 999d999)",
        "largest_set({1000d{1,2,7} & 1000d{1,3,7}})",
        "beats((1d1000)d6, (1d1000)d6)",
    ],
)
def test_the_ways_to_show_a_face_are_counted_before_they_are_written_down(text: str) -> None:
    with pytest.raises(LimitError):
        odds("beats(2d6, 1d6)", limits=Limits(odds=10))  # what is needed is imported
    tracemalloc.start()
    try:
        with pytest.raises(LimitError):
            odds(text)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_the_error_names_the_memory() -> None:
    with pytest.raises(LimitError) as refused:
        pool(3, pool(2, 12)).odds(limits=Limits(memory=5))
    assert "MiB of memory; the limit is 5" in refused.value.message


@pytest.mark.parametrize(
    ("one", "other"), [("2d6!", "3d4"), ("2d6!/4", "1d20"), ("-1d6!", "1d4-5")]
)
def test_the_greater_of_a_roll_without_end_and_one_with(one: str, other: str) -> None:
    """Twin: the greater is at most a number if both are, the lesser at least if both are."""
    a, b = odds(one), odds(other)
    greater, lesser = odds(f"max({one},{other})"), odds(f"min({one},{other})")
    for quarter in range(-60, 100):
        number = Fraction(quarter, 4)
        assert greater.at_most(number) == a.at_most(number) * b.at_most(number)
        assert lesser.at_least(number) == a.at_least(number) * b.at_least(number)


def test_a_name_may_be_the_number_of_dice_in_several_places() -> None:
    """Twin: each value of the name by itself."""
    together = odds("x=1d3; (x)d4kh1 + (x)d6kh1")
    apart = [odds(f"{x}d4kh1 + {x}d6kh1") for x in (1, 2, 3)]
    for number in range(2, 11):
        assert together.probability(number) == sum(e.probability(number) for e in apart) / 3


def test_what_explodes_again_and_again_is_as_many_dice() -> None:
    """Twin: with two explosions, one six more brings at most three dice."""
    face = odds("1d6")
    once = odds("1d6!o")
    low = {n: p for n, p in face.items() if n < 6}
    expected = dict(low)
    # A 6 brings a die at the first explosion, which explodes at the second; so does the 6 itself.
    for first, chance in once.items():
        for second, other in face.items():
            total = 6 + first + second
            expected[total] = expected.get(total, Fraction(0)) + chance * other / 6
    assert dict(odds("1d6!o !o").items()) == expected


def test_a_total_that_is_used_often_has_the_odds_of_the_total() -> None:
    squares = odds("x=30d6; x*x")
    assert all(squares.probability(n * n) == p for n, p in odds("30d6").items())


@pytest.mark.slow
def test_large_percentile_rolls_are_answered() -> None:
    found = find_game("percentile").rules["roll"](dice="999d100").odds()
    assert found.mean == Fraction(999 * 101, 2)
