"""Keeps or drops that each choose from the same dice: ``kh1|kl1``."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import astragal


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("4d6kh1|kl1", [3, 6, 1, 4], 7),
        ("3d6kh1|kl1", [3, 3, 3], 3),
        ("3d6kh2|kl1", [3, 3, 3], 6),
        ("4d6kh1|k=2", [2, 5, 2, 6], 10),
        ("4d6dl1|d=5", [2, 5, 5, 6], 6),
        ("2d6dh1|dl1", [4, 4], 4),
        ("{1d6, 3, 1d8}kh1|k=3", [2, 7], 10),
    ],
)
def test_each_chooses_for_itself(text: str, faces: list[int], total: int) -> None:
    assert astragal.parse(text).roll(faces=faces).outcome == total


@pytest.mark.parametrize("text", ["3d4kh1|kl1", "3d4dl1|d=3", "3d4kh2|k=1", "3d4k>3|kl1|k=2"])
def test_odds_are_those_of_every_roll(text: str) -> None:
    expression = astragal.parse(text)
    rolls = Counter(
        expression.roll(faces=list(faces)).outcome for faces in product(range(1, 5), repeat=3)
    )
    found = {total: Fraction(chance) for total, chance in expression.odds().items()}
    assert found == {total: Fraction(count, 64) for total, count in rolls.items()}


@pytest.mark.parametrize("text", ["4d6kh1|dl1", "4d6k=1|d=2"])
def test_keeps_and_drops_do_not_mix(text: str) -> None:
    with pytest.raises(astragal.NotationError, match="not both"):
        astragal.parse(text)


def test_it_is_told() -> None:
    expression = astragal.parse("4d6kh1|k=2")
    assert expression.describe() == "four six-sided dice, keep the highest and each 2"
    assert str(expression) == "4d6kh1|k=2"


def test_one_die_has_a_natural_result() -> None:
    assert astragal.parse("1d6k>3|k=1").roll(faces=[2]).outcome == 0
