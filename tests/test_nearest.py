"""The nearest word: few slips for its length, or none at all."""

from __future__ import annotations

import pytest

from astragal._nearest import distance, nearest

KNOWN = ["test", "attack", "floor", "min", "max", "abs", "advantage", "roll"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tset", "test"),
        ("TEST", None),
        ("atack", "attack"),
        ("atck", None),
        ("flor", "floor"),
        ("mni", "min"),
        ("mix", None),
        ("abc", None),
        ("foo", None),
        ("again", None),
        ("advntgae", "advantage"),
        ("rol", "roll"),
        ("x" * 500, None),
        ("", None),
    ],
)
def test_the_nearest_word(typed: str, meant: str | None) -> None:
    assert nearest(typed, KNOWN) == meant


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("", "", 0), ("ab", "ba", 1), ("abc", "", 3), ("kitten", "sitting", 3), ("ca", "abc", 3)],
)
def test_slips_are_counted(one: str, other: str, slips: int) -> None:
    assert distance(one, other) == distance(other, one) == slips
