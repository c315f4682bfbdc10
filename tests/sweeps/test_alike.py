"""Cells that have the same odds share them: each must equal what its own rule says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from astragal import Rule, sweep
from astragal.games import percentile, target, triumph
from astragal.probability.distribution import Distribution

SIGNED = ["+0", "+3 luck, +2 luck, -1", "-4", "+7 dodge, +1"]
CASES: list[tuple[Rule[..., Any], dict[str, list[Any]], dict[str, Any], list[str]]] = [
    (
        target.check,
        {"modifiers": SIGNED, "target": [-3, 1, 12, 25]},
        {"natural_rolls": True, "bonus": "1d4"},
        ["passes", "margin", "automatic", "margin>=2"],
    ),
    (target.check, {"modifiers": SIGNED, "target": [10]}, {"take": "10"}, ["passes", "margin"]),
    (target.check, {"modifiers": SIGNED}, {}, ["total", "total>=12"]),
    (
        target.attack,
        {"modifiers": SIGNED, "armor_class": [-2, 0, 15, 40]},
        {"damage": "1d6+1", "threat": 18},
        ["hits", "critical", "damage"],
    ),
    (
        target.attack,
        {"modifiers": SIGNED, "against": ["+5 armor, +3 dodge"]},
        {"natural_1": False},
        ["hits", "damage"],
    ),
    (
        triumph.check,
        {"ability": [-2, 0, 5], "dc": [3, 12, 30]},
        {"dominance": 1, "bonus": 2},
        ["passes", "margin>=0", "triumph"],
    ),
    (
        triumph.check,
        {"ability": [0, 4], "dc": [9, 15]},
        {"dice": "2d20▲!", "bonus": "1d4"},
        ["passes", "disaster"],
    ),
    (triumph.check, {"ability": [0, 4], "dc": [15]}, {"dice": "2d20▲♻"}, ["passes", "triumph"]),
    (
        triumph.contest,
        {"ability": [0, 4], "dice": ["1d20!♻", "2d20▲!", "2d20▲♻", "1d20"]},
        {"opponent": 2, "opponent_dice": "1d20!♻", "reactive": "them"},
        ["wins", "ours=triumph"],
    ),
    (
        triumph.contest,
        {"dominance": [0, 1], "opponent_dice": ["1d20♻♻", "2d20▼!"]},
        {"dice": "1d20!"},
        ["wins"],
    ),
    (
        percentile.test,
        {"target": [5, 45, 99], "modifiers": ["+0", "+15", "-70", "+40"]},
        {"difficulty": 30, "helpers": 1},
        ["passes", "level", "degrees>=2"],
    ),
    (
        percentile.test,
        {"target": [45], "modifiers": ["+10"]},
        {"reroll": "choose"},
        ["passes", "level"],
    ),
]


def expected(odds: Distribution) -> Fraction:
    return odds.probability(True) if odds.truth else odds.mean


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "axes", "fixed", "views"), CASES, ids=[case[0].name for case in CASES]
)
def test_cells_equal_the_odds_of_their_rules(
    rule: Rule[..., Any], axes: dict[str, list[Any]], fixed: dict[str, Any], views: list[str]
) -> None:
    aim = rule.aim or None
    for view in views:
        grid = sweep(rule, axes, fixed=fixed, of=view)
        for key, value in grid.cells.items():
            given = dict(zip(axes, key, strict=True)) | fixed
            assert value == expected(rule(**given).odds(aim=aim).of(view)), (view, given)


def test_a_view_that_is_a_function_is_not_mixed_up_with_another() -> None:
    axes: dict[str, list[Any]] = {"modifiers": ["+1", "+2"], "target": [11, 12]}
    more = [sweep(target.check, axes, of=lambda each, n=n: each.margin >= n) for n in (0, 5)]
    assert more[0].cells["+2", 12] == Fraction(11, 20)
    assert more[1].cells["+2", 12] == Fraction(6, 20)


def test_a_field_that_is_missing_is_refused_all_the_same() -> None:
    with pytest.raises(Exception, match="has no totl"):
        sweep(target.check, {"modifiers": ["+1", "+2"], "target": [11]}, of="totl")
