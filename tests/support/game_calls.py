"""A call of every rule of the five games, and values away from the default for each parameter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from astragal import SeededSource, find_game, game_names
from astragal.experiment.experiment import Experiment
from astragal.rolling.roll import Roll
from astragal.rules.rule import Rule

USUAL: dict[str, dict[str, Any]] = {
    "scores.test": {"modifier": 1},
    "scores.contest": {"modifier": 1},
    "scores.group_test": {"modifiers": [1, 0]},
    "tiers.check": {"stat": 45},
    "tiers.test": {"stats": [45, 60], "tier": 3},
    "tiers.countdown": {"stats": [45, 50], "opponents": [40, 50], "clock": "2/4"},
    "tiers.opposed": {"stat": 45, "opponent": 40},
    "percentile.roll": {"dice": "2d10+3"},
    "percentile.test": {"target": 45},
    "percentile.opposed": {"target": 45, "opponent": 40},
    "percentile.extended": {"target": 45, "needed": 3, "tries": 4},
    "percentile.attack": {"target": 45, "damage": "2d10+3"},
    "percentile.damage": {"dice": "2d10+3"},
    "target.check": {"target": 12},
    "target.attack": {"armor_class": 12},
    "target.defense": {"kind": "dodge", "attack": 12},
    "target.roll": {"what": "3d6-8"},
    "triumph.check": {"dc": 12},
    "triumph.attack": {"dc": 12},
}
"""What a rule is called with, where its defaults are not enough for a roll that says something."""

VALUES: dict[str, tuple[Any, ...]] = {
    "modifiers": (["2", "1"], "+2 luck"),
    "opponent_modifiers": ("+2",),
    "opponent": (3, "+3"),
    "ranges": ("[..8] miss [9..] hit",),
    "effects": ("[Win] you grab it [Lose] you drop it",),
    "win": ("you grab it",),
    "lose": ("you drop it",),
    "names": (["Ann", "Bob"], ["Ann", "Bob", "Cas", "Dan"]),
    "opponent_names": (["Eve", "Fay"], ["Eve"]),
    "edges": ("2/+/", "1/-/"),
    "opponent_edges": ("2/+/", "1/-/"),
    "tags": (["gold Sharp Eyes +2"], ["silver Rope -1"]),
    "opponent_tags": (["gold Sharp Eyes +2"], ["silver Rope -1"]),
    "helpers": ([60], 1),
    "opponent_helpers": ([60],),
    "critical_table": ("d6 [1..5] smoke [6] fire",),
    "fumble_table": ("d6 [1..5] smoke [6] fire",),
    "location": ("4",),
    "clock": ("alarm 1/4: the guards come",),
    "clocks": (["fire 1/3"],),
    "stats": ([30, 70],),
    "opponents": ([30, 70],),
    "dice": ("2d20▲♻", "1d10+2"),
    "opponent_dice": ("2d20▲♻",),
    "damage": ("3d8+1", "1d10+1"),
    "extra": ("1d6",),
    "critical": ("3d6",),
    "what": ("2d4",),
    "bonus": ("1d4", 2),
    "opponent_bonus": ("1d4", 2),
    "multipliers": ([3],),
    "against": ("+3 armor",),
    "armor_class": (15,),
    "proven": (4,),
    "primitive": (6,),
    "turn": (2,),
    "difficulty": (-10,),
    "opponent_difficulty": (-10,),
    "characteristic": (50,),
    "opponent_characteristic": (30,),
    "threat": (18, 1),
    "divide": (2,),
    "step": (2,),
    "triumph_from": (18,),
    "opponent_triumph_from": (18,),
    "disaster_to": (3,),
    "opponent_disaster_to": (3,),
    "critical_from": (8,),
    "opponent_critical_from": (8,),
    "resets": (2,),
    "made": (1,),
    "now": (1,),
    "earned": (1,),
    "tries": (3,),
    "needed": (5,),
    "tier": (5,),
    "dc": (15,),
    "attack": (15,),
    "target": (50, 15),
    "stat": (60,),
    "base": (12,),
}


def game_rules() -> dict[str, Rule[..., Any]]:
    """Every rule of the five games, by its name."""
    return {rule.name: rule for game in game_names() for rule in find_game(game).rules.values()}


def values_away(rule: Rule[..., Any]) -> dict[str, list[Any]]:
    """For each parameter, values that it takes besides the one it has in the usual call."""
    usual = applied(rule).arguments
    found: dict[str, list[Any]] = {}
    for parameter in rule.parameters:
        choices: list[Any] = [True, False] if parameter.type.is_flag else []
        choices += parameter.type.choices_shown()
        given = choices or VALUES.get(parameter.name, ())
        values = [each for each in (*given, 1, [1]) if _takes(rule, parameter.name, each)]
        found[parameter.name] = [
            each
            for each in (values if choices else values[:2])
            if parameter.check(each, rule.name) != usual[parameter.name]
        ]
    return found


def applied(rule: Rule[..., Any], more: Mapping[str, Any] = {}) -> Any:
    """The rule's usual call, with some parameters changed."""
    return rule(**{**USUAL.get(rule.name, {}), **more})


def _takes(rule: Rule[..., Any], name: str, value: Any) -> bool:
    parameter = next(each for each in rule.parameters if each.name == name)
    try:
        parameter.check(value, rule.name)
    except Exception:
        return False
    return True


def rolled(experiment: Experiment[Any], seed: int) -> Roll[Any]:
    """A roll by somebody who decides this way and that."""
    reached, source = experiment.start(SeededSource(seed), moments=False), SeededSource(seed + 1)
    for step in range(1000):
        if isinstance(reached, Roll):
            return reached
        options = reached.options
        reached = reached.resume(options[(seed + step) % len(options)], source, moments=False)
    raise AssertionError(f"{experiment} never ends")
