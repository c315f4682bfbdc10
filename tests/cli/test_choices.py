"""Choices at the keyboard: by number, letter and name, explained and advised."""

from __future__ import annotations

import click
import pytest

from astragal.cli import decisions
from astragal.cli.decisions import places_typed
from tests.support.prompt import talk

LABELS = ["re-roll", "keep", "brace", "attack"]


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("re-roll", [0]),
        ("reroll", [0]),
        ("2", [1]),
        ("K", [1]),
        ("b", [2]),
        ("a", [3]),
        ("c", [2]),
        ("r", [0]),
        ("9", []),
        ("", []),
        ("z", []),
    ],
)
def test_numbers_letters_and_names(typed: str, places: list[int]) -> None:
    assert places_typed(LABELS, typed) == places


def test_what_begins_several_names_is_none_of_them() -> None:
    assert places_typed(["attack", "aim"], "a") == [0, 1]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    given: list[str] = []

    def prompt(*_: object, **__: object) -> str:
        if not given:
            raise click.exceptions.Abort
        return given.pop(0)

    monkeypatch.setattr(click, "prompt", prompt)
    monkeypatch.setattr(decisions, "at_keyboard", lambda: True)
    return given


def test_a_choice_explains_itself_and_advises(answers: list[str]) -> None:
    answers += ["?", "advise", "advise nonsense", "player", "what", "nobody"]
    shown = talk("game scores", "group_test 2,1,0,0 --faces 6,9,5,6")
    assert "A Group Test: everyone rolls a Test" in shown
    assert "28.18 %" in shown
    assert "player could be player 1 helps player 2 or" in shown
    assert "please choose one of:" in shown
    assert "a number, a letter or a name" in shown
    assert "nobody else helps" in shown


def test_dice_ask_too(answers: list[str]) -> None:
    answers += ["advise", "r"]
    shown = talk("1d20♻? --faces 1,17")
    assert "best: re-roll" in shown
    assert "(1→17) = 17" in shown


def test_ctrl_c_at_a_choice_stops_the_roll(answers: list[str]) -> None:
    assert "stopped" in talk("1d20♻? --faces 1")
