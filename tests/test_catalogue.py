"""The catalogue of games: found by name, and the nearest name where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import (
    Game,
    ParameterError,
    Rule,
    find_game,
    game_names,
)
from astragal.catalogue import find_rule
from astragal.games import scores


def test_every_game_is_found_by_its_name() -> None:
    assert game_names() == ("percentile", "scores", "target", "tiers", "triumph")
    for name in game_names():
        game = find_game(name)
        assert game.name == name
        for short, each in game.rules.items():
            assert each.name == f"{name}.{short}"
            assert each.text


def rule_of(game: Game, name: str) -> Rule[..., Any]:
    return find_rule(game.name, game.rules, name)


def test_rules_are_found_by_name_with_either_dash() -> None:
    assert rule_of(scores.game, "group_test") is scores.group_test
    assert rule_of(scores.game, "group-test") is scores.group_test


@pytest.mark.parametrize(
    ("make", "code", "near"),
    [
        (lambda: find_game("score"), "no-such-game", "did you mean scores?"),
        (lambda: find_game("Tiers"), "no-such-game", "did you mean tiers?"),
        (lambda: find_game("xyz"), "no-such-game", "percentile, scores, target, tiers, triumph"),
        (lambda: rule_of(scores.game, "contets"), "no-such-rule", "did you mean contest?"),
        (lambda: rule_of(scores.game, "grouptest"), "no-such-rule", "did you mean group_test?"),
        (lambda: rule_of(scores.game, "xyz"), "no-such-rule", "test, contest, group_test"),
    ],
)
def test_wrong_names_are_met_with_the_nearest(make: Any, code: str, near: str) -> None:
    with pytest.raises(ParameterError) as caught:
        make()
    assert caught.value.code == code
    assert near in (caught.value.hint or "")
