"""Hidden difficulties in the games: what is seen, and what the secret reveals."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import Sheet, find_game, hide, reveal, verify
from astragal.errors import ParameterError

CASES = [
    (
        "triumph.check",
        {"ability": 3, "dc": 15, "proficiency": "aptitude"},
        "dc",
        [13],
        "16",
        "success by 1",
    ),
    (
        "triumph.check",
        {"dc": "Impossible", "proficiency": "aptitude"},
        "dc",
        [20],
        "20, triumph",
        "triumph: it succeeds although it is 10 below the DC",
    ),
    (
        "triumph.check",
        {"dc": 15, "dice": "1d20♻", "reroll": "always"},
        "dc",
        [1, 1],
        "1, disaster",
        "disaster, failure by 14",
    ),
    ("target.check", {"modifiers": "+5", "target": 15}, "target", [12], "17", "success by 2"),
    ("target.check", {"target": 15}, "target", [20], "20, natural 20", "success by 5"),
    ("target.check", {"target": 15}, "target", [1], "1, natural 1", "failure by 14"),
    ("tiers.check", {"stat": 45, "tier": 5}, "tier", [31], "Success, 3 $", "Success, 3 $, partial"),
    ("tiers.check", {"stat": 45, "tier": 3}, "tier", [77], "Fumble", "Fumble"),
    (
        "percentile.test",
        {"target": 45, "difficulty": "Hard"},
        "difficulty",
        [30],
        "30",
        "2 degrees of failure",
    ),
    (
        "percentile.test",
        {"target": 45, "difficulty": -60},
        "difficulty",
        [1],
        "1, natural 1",
        "1 degree of success",
    ),
    (
        "scores.test",
        {"modifier": 2, "ranges": "[..8] miss [9..] hit"},
        "ranges",
        [7],
        "9",
        "9, hit",
    ),
]


@pytest.mark.parametrize(("name", "given", "hides", "faces", "seen", "told"), CASES)
def test_what_is_seen_and_what_is_told(
    name: str, given: dict[str, Any], hides: str, faces: list[int], seen: str, told: str
) -> None:
    game, _, rule_name = name.partition(".")
    rule = find_game(game).rules[rule_name]
    hidden, secret = hide(Sheet("Alice", {"x": 1}).call(rule, **given), hides)
    rolled = hidden.roll(faces=faces)
    assert str(rolled.outcome) == seen
    record = rolled.to_json()
    assert verify(record) == rolled
    assert "hidden" in rolled.line.text
    for word in ("passes", "margin", "partial", "success by", "degree"):
        assert word not in record
    revealed = reveal(record, secret)
    assert str(revealed.outcome) == told
    assert revealed.faces == rolled.faces


def test_left_out_the_difficulty_is_nobodys_yet() -> None:
    """Nothing is committed then."""
    rolled = find_game("target").rules["check"]().roll(faces=[12])
    assert str(rolled.outcome) == "12"
    assert "call" not in rolled.to_data()


def test_what_helpers_must_know_cannot_be_hidden_from_them() -> None:
    with pytest.raises(ParameterError, match="cannot be hidden from them"):
        hide(find_game("tiers").rules["check"](45, tier=3, helpers=[50]), "tier")
