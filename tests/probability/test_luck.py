"""How lucky an outcome is, in words: one place for the prompt and the page."""

from __future__ import annotations

import pytest

from astragal import find_game, odds
from astragal.probability.luck import Luck


@pytest.mark.parametrize(
    ("text", "outcome", "words"),
    [
        ("2d6", 12, "the best there is: 2.78 % of rolls are that high"),
        ("2d6", 2, "the worst there is: 2.78 % of rolls are that low"),
        ("2d6", 11, "among the best: only 2.78 % of rolls are higher"),
        ("2d6", 3, "among the worst: only 2.78 % of rolls are lower"),
        ("2d6", 7, "right in the middle: 41.67 % of rolls are lower, 41.67 % higher"),
        ("2d6", 9, "higher than 72.22 % of rolls, lower than 16.67 %"),
        ("2d6", 5, "higher than 16.67 % of rolls, lower than 72.22 %"),
        ("1d6!", 40, "among the best: only 0.00071 % of rolls are higher"),
        ("1d20 >= 11", True, "50.00 % of rolls end like this"),
        ("1d100 >= 100", True, "1.00 % of rolls end like this"),
        ("1d6 [..5] low [6..] high", "high", "high comes up 16.67 % of the time"),
        ("5", 5, ""),
        ("1d1 = 1", True, ""),
    ],
)
def test_luck_in_words(text: str, outcome: object, words: str) -> None:
    assert Luck.of(odds(text), outcome).words == words


def test_an_outcome_of_a_game_is_too_long_to_be_named() -> None:
    weighed = find_game("tiers").rules["check"](45).odds()
    worst = next(iter(weighed))
    assert Luck.of(weighed, worst).words.endswith(" % of rolls end like this")
