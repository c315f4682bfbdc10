"""Explosions that fold and penetrate at once: ``!!p``."""

from __future__ import annotations

import pytest

from astragal import parse, roll
from tests.support.brute import check_endless_odds


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("2d6!!p", [6, 3, 6, 2], 6 + 5 + 1 + 3),
        ("2d6!!pkh1", [6, 3, 6, 2], 12),
        ("2d6!!p=3", [6, 3, 3, 2], 6 + 3 + 2 + 1),
        ("1d6!!pc=6", [6, 1], 1),
    ],
)
def test_a_roll(text: str, faces: list[int], outcome: int) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    rolled.verify()


def test_words() -> None:
    assert "less 1 to itself" in parse("2d6!!p").describe()
    told = roll("2d6!!p", faces=[6, 3, 6, 2]).explain()[1]
    assert told == "  !!p explodes: adds 6, 2, less 1 each, to the dice that exploded"


@pytest.mark.parametrize(
    "text",
    [
        "2d4!!p",
        "1d4!!p>=3",
        "2d4!!pkh1",
        "3d4!!pkh2",
        "3d4!!pdh1dl1",
        "3d{0,1,3}!!pkh2",
        "3d{0,1}!!pkh2",  # a one that explodes adds nothing of its own
        "3d{-1,2}!!pkl2",
        "3d4r!!pkh2",
        "2d4kh1!!p",
        "2d4!!pkh1 [1!] low [2..] other",
        "2d{1,3}!!pkh1 [3!] critical [..99] other",
    ],
)
def test_odds_are_those_of_every_face(text: str) -> None:
    check_endless_odds(text)
