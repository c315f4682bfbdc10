"""What outcomes mean to players, as the games say; formats colour them by it."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import Verdict, find_game
from astragal.outcome import verdict_of


@pytest.mark.parametrize(
    ("game", "rule", "values", "faces", "verdict"),
    [
        ("scores", "test", {}, [9], "success"),
        ("scores", "test", {}, [3], "failure"),
        ("scores", "contest", {}, [9, 3], "success"),
        ("scores", "contest", {}, [3, 9], "failure"),
        ("tiers", "check", {"stat": 45}, [31], "success"),
        ("tiers", "check", {"stat": 45}, [33], "critical"),
        ("tiers", "check", {"stat": 45}, [46], "failure"),
        ("tiers", "check", {"stat": 45}, [66], "fumble"),
        ("tiers", "check", {"stat": 45, "tier": 4}, [31], None),
        ("tiers", "opposed", {"stat": 45, "opponent": 45}, [31, 31], None),
        ("percentile", "test", {"target": 50}, [50], "success"),
        ("percentile", "test", {"target": 50}, [51], "failure"),
        ("target", "check", {"target": 15}, [15], "success"),
        ("target", "check", {"target": 15}, [14], "failure"),
        ("target", "check", {}, [14], None),
        ("target", "opposed", {}, [14, 13], "success"),
        ("triumph", "check", {"dc": 10, "proficiency": "aptitude"}, [20], "critical"),
        ("triumph", "check", {"dc": 10, "proficiency": "aptitude"}, [1], "fumble"),
        ("triumph", "check", {"dc": 10, "proficiency": "aptitude"}, [11], "success"),
    ],
)
def test_what_an_outcome_means(
    game: str, rule: str, values: dict[str, Any], faces: list[int], verdict: str | None
) -> None:
    rolled = find_game(game).rules[rule](**values).roll(faces=faces)
    assert verdict_of(rolled.outcome) == verdict
    assert rolled.line.result[0].role == (verdict or "outcome")


def test_a_verdict_is_no_field() -> None:
    for game in ("scores", "tiers", "percentile", "target", "triumph"):
        for rule in find_game(game).rules.values():
            assert "verdict" not in rule.outcome_fields


class Odd:
    """An outcome of somebody's whose verdict is something else."""

    verdict = "guilty"


def test_only_a_verdict_counts_as_one() -> None:
    assert verdict_of(Odd()) is None
    assert verdict_of(7) is None
    assert verdict_of(False) is Verdict.FAILURE
