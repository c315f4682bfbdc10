"""No parameter of a game's rule is silently without effect, whatever stands beside it.

Away from its default it changes some roll, as it is told, or it is refused. What settles a case
that most calls do not have is excused, and must change a call that has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from astragal import AstragalError
from astragal.rules.rule import Rule
from tests.support.game_calls import applied, game_rules, rolled, values_away

RULES = game_rules()
SEEDS = range(150)

CALLS: dict[str, list[dict[str, Any]]] = {
    "scores.group_test": [{"modifiers": [1, 0, 2]}],
    "percentile.roll": [{"dice": "2d10-9"}],
    "percentile.attack": [{"target": 99, "damage": "3d10"}],
    "percentile.damage": [{"dice": "3d10"}],
    "target.armor_class": [{"modifiers": "+4 armor, +1 dodge, +2 natural armor"}],
    "target.defense": [{"modifiers": "+3 deflection, +2 dodge, +4 armor"}],
    "target.attack": [{"armor_class": None, "against": "+4 armor, +2 dodge, +1 deflection"}],
    "target.roll": [{"multipliers": [2, 3]}],
    "triumph.attack": [{"dc": None, "opponent": 3}],
}
"""A second call of a rule, in which what the usual one leaves out comes up."""

EXCUSED: dict[str, dict[str, Any]] = {
    # what becomes of a case that a call may not have, or hardly ever has
    "percentile.roll rounding": {"divide": 3},
    "percentile.attack rounding": {"divide": 3, "target": 99},
    "percentile.damage rounding": {"divide": 3},
    "percentile.attack fury": {"damage": "4d10", "target": 99},
    "percentile.damage fury": {"dice": "4d10"},
    "percentile.opposed characteristic": {"target": 20, "opponent": 20},
    "percentile.opposed opponent_characteristic": {"target": 20, "opponent": 20},
    "percentile.extended tries": {},
    "tiers.check dice_count": {"advantages": 1},
    "tiers.test dice_count": {"advantages": 1},
    "tiers.countdown dice_count": {"advantages": 1},
    "tiers.opposed dice_count": {"advantages": 1},
    "tiers.check critical_table": {"stat": 70},
    "tiers.check fumble_table": {"stat": 5},
    "tiers.test critical_table": {"stats": [70, 70]},
    "tiers.test fumble_table": {"stats": [5, 5]},
    "tiers.countdown critical_table": {"stats": [70, 70]},
    "tiers.countdown fumble_table": {"stats": [5, 5]},
    "tiers.opposed critical_table": {"stat": 70},
    "tiers.opposed fumble_table": {"stat": 5},
    "triumph.check reroll": {"dice": "2d20▲♻♻"},
    "triumph.contest reroll": {"dice": "2d20▲♻♻"},
    "triumph.contest opponent_reroll": {"opponent_dice": "2d20▲♻♻"},
    "triumph.contest reactive": {"ability": 1, "opponent": 1},
    "triumph.contest opponent_disaster_to": {"opponent": 5},
    "triumph.attack reroll": {"dice": "2d20▲♻♻"},
    "triumph.attack opponent_reroll": {"dc": None, "opponent": 3, "opponent_dice": "2d20▲♻♻"},
    "triumph.attack reactive": {"dc": None, "opponent": 0},
    "scores.group_test late_advantage": {"modifiers": [1, 0, 2]},
    "target.attack natural_1": {"armor_class": 1},
    "target.attack natural_20": {"armor_class": 30},
    "target.attack multiplied": {"armor_class": 1, "threat": 10},
    "target.armor_class touch": {"modifiers": "+4 armor"},
    "target.defense kind": {"modifiers": "+3 deflection, +2 dodge"},
    "target.roll real_world": {"multipliers": [2, 3]},
    "target.roll at_least_one": {"what": "1d4-3"},
    "percentile.roll below_zero": {"dice": "1d10-5"},
    # values that say what is so anyway, unless something else is said
    "target.check natural_1": {"natural_rolls": True, "target": 1},
    "target.check natural_20": {"natural_rolls": True, "target": 30},
    "tiers.test on_failure": {"clock": "1/4"},
    "tiers.test turn": {"turn": 2},
    "tiers.countdown turn": {"turn": 2},
    "percentile.roll multipliers": {"multipliers": [2]},
    "percentile.attack multipliers": {"multipliers": [2], "target": 99},
    "percentile.damage multipliers": {"multipliers": [2]},
    "target.roll multipliers": {"multipliers": [2]},
    "percentile.attack proven": {"proven": 5, "target": 99},
    "percentile.damage proven": {"proven": 5},
}
"""Parameters that may change nothing, each with a call in which it does."""


def silent(rule: Rule[..., Any]) -> Iterator[str]:
    """The values that change nothing, with what stands beside them."""
    away = values_away(rule)
    calls = [{}, *CALLS.get(rule.name, [])]
    for other in [{}, *({each: values[0]} for each, values in away.items() if values)]:
        for name, values in away.items():
            if name in other or f"{rule.name} {name}" in EXCUSED:
                continue
            for value in values:
                if not any(changes(rule, {**call, **other}, name, value) for call in calls):
                    yield f"{name}={value} beside {other}"


def changes(rule: Rule[..., Any], call: dict[str, Any], name: str, value: Any) -> bool:
    """Whether a value changes some roll of a call, or is refused; True if the call is refused."""
    try:
        usual, other = applied(rule, call), applied(rule, {**call, name: value})
    except AstragalError:
        return True
    return usual == other or any(told(usual, seed) != told(other, seed) for seed in SEEDS)


def told(experiment: Any, seed: int) -> tuple[str, list[str]]:
    """What a roll comes to and how it is told, but for the call itself."""
    try:
        roll = rolled(experiment, seed)
    except AstragalError as error:
        return error.code, []
    return str(roll.outcome), [line.replace(str(experiment), "…") for line in roll.explain()]


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_no_parameter_is_ignored(name: str) -> None:
    assert list(silent(RULES[name])) == []


@pytest.mark.parametrize("excused", EXCUSED)
def test_what_is_excused_matters_where_its_case_comes_up(excused: str) -> None:
    name, _, parameter = excused.partition(" ")
    rule, call = RULES[name], EXCUSED[excused]
    if parameter in call:
        values, call = [call[parameter]], {k: v for k, v in call.items() if k != parameter}
    else:
        values = values_away(rule)[parameter]
    assert any(changes(rule, call, parameter, value) and applied(rule, call) for value in values)
