"""What dice that were compared with a number came to."""

from __future__ import annotations

import pytest

from astragal.service import Service


@pytest.mark.parametrize(
    ("text", "faces", "variables", "total", "words"),
    [
        ("2d6+6 >= 15", [1, 3], {}, "10", "missed 15"),
        ("2d6+6 >= 15", [4, 5], {}, "15", "hit 15"),
        ("1d20 <= @skill", [8], {"skill": 45}, "8", "hit 45 or less"),
        ("(3d6!)/2 > 4", [6, 1, 1, 1], {}, "9/2", "hit more than 4"),
        ("(2d6)=7", [1, 1], {}, "2", "missed 7"),
    ],
)
def test_a_comparison_tells_its_total_and_whether_it_was_enough(
    text: str, faces: list[int], variables: dict[str, int], total: str, words: str
) -> None:
    asked = {"expression": text, "faces": faces, "variables": variables}
    assert Service().ask("roll", asked)["compared"] == {"total": total, "words": words}


def test_a_choice_is_made_as_it_was_rolled() -> None:
    dice = {"expression": "1d6r<=2? >= 4"}
    paused = Service().ask("start", {**dice, "faces": [1]})["paused"]
    again = next(each for each in paused["options"] if "roll" in each.lower())
    told = Service().ask("roll", {**dice, "faces": [1, 5], "decisions": [again]})
    assert told["compared"] == {"total": "5", "words": "hit 4"}


@pytest.mark.parametrize(
    "text", ["2d6", "1d20 > 1d20", "(2d6) = 7..9", "x = 1d6; x >= 3", "1d6c>=3"]
)
def test_nothing_else_is_told_as_one(text: str) -> None:
    assert "compared" not in Service().ask("roll", {"expression": text})
