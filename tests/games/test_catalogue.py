"""How games are found, and the order in which they list their rules."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from astragal import find_game, game_names, games, verify
from astragal.catalogue import built_in_names

HOMEBREW = '''
from astragal import Asks, Game

game = Game("homebrew", "d6 against a number", short=("Roll high.",), examples=("check --least 4",))


@game.rule
def check(least: int = 4) -> Asks[bool]:
    """d6, at least the number."""
    return (yield "1d6") >= least
'''


@pytest.fixture
def homebrew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    built_in_names.cache_clear()
    yield tmp_path
    built_in_names.cache_clear()
    del sys.modules["astragal.games.homebrew"]
    del games.homebrew  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", ["homebrew.py", "homebrew/__init__.py"])
def test_a_game_is_one_file_or_one_folder(path: str, homebrew: Path) -> None:
    file = homebrew / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(HOMEBREW)
    assert "homebrew" in game_names()
    roll = find_game("homebrew").rules["check"](5).roll(faces=[5])
    assert verify(roll.to_json()) == roll


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("scores", "test contest group_test"),
        ("tiers", "check test countdown opposed"),
        ("percentile", "d100 roll test opposed extended hit_location attack damage"),
        ("target", "check opposed armor_class defense attack roll percentile"),
        ("triumph", "check contest attack ability abilities percentile"),
    ],
)
def test_a_game_lists_its_rules_in_order(game: str, rules: str) -> None:
    assert list(find_game(game).rules) == rules.split()


@pytest.mark.parametrize("game", game_names())
def test_rules_are_pickled_by_name(game: str) -> None:
    for rule in find_game(game).rules.values():
        assert pickle.loads(pickle.dumps(rule)) is rule
