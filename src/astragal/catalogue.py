"""The built-in games, by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from astragal import games
from astragal._modules import module_names
from astragal._nearest import did_you_mean
from astragal._visible import in_short
from astragal.errors import ParameterError
from astragal.rules.game import Game
from astragal.rules.rule import Rule


@cache
def game_names() -> tuple[str, ...]:
    """The name of every built-in game.

    >>> game_names()
    ('percentile', 'scores', 'target', 'tiers', 'triumph')
    """
    return tuple(module_names(games.__path__))


def find_game(name: str) -> Game:
    """Find a game; if there is none of that name, a ParameterError suggests the nearest.

    >>> find_game("tiers")
    <game tiers: check, test, countdown, opposed>
    """
    known = game_names()
    if not isinstance(name, str):
        raise ParameterError(
            "no-such-game", f"a game is found by its name, not by {in_short(name)}"
        )
    if name not in known:
        raise ParameterError(
            "no-such-game",
            f"there is no game {in_short(name)}",
            hint=did_you_mean(name, known, f"the games are {', '.join(known)}"),
        )
    game: Game = import_module(f"astragal.games.{name}").game
    return game


def find_rule(where: str, rules: Mapping[str, Rule[..., Any]], name: str) -> Rule[..., Any]:
    """Find a rule; if there is none of that name, a ParameterError suggests the nearest."""
    rule = rules.get(name.replace("-", "_"))
    if rule is None:
        hint = did_you_mean(name, rules, f"the rules of {where} are {', '.join(rules)}")
        raise ParameterError("no-such-rule", f"{where} has no rule {in_short(name)}", hint=hint)
    return rule


def all_rules() -> list[Rule[..., Any]]:
    """The rules of all games."""
    return [rule for name in game_names() for rule in find_game(name).rules.values()]
