"""Sliders for rules and expressions: what they offer, and what they show."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from astragal import Asks, AstragalError, Bounds, parse, rule
from astragal._extras import how_to_install
from astragal.games import tiers
from astragal.notebook import widget
from astragal.notebook.widgets import Control, controls, shown


class Weapon(Enum):
    CLUB = "club"
    SWORD = "sword"


@rule
def strike(
    skill: Annotated[int, Bounds(1, 99), "rolled under"],
    weapon: Weapon = Weapon.CLUB,
    second: Weapon | None = None,
    blessed: bool = False,
    bonus: int = 3,
    foes: Annotated[int, Bounds(0, 10_000)] = 1,
    cry: str = "",
) -> Asks[bool]:
    """A d100, equal to or under the skill."""
    face: int = yield "d100"
    return face <= skill + bonus + (10 if blessed else 0)


def test_each_number_choice_and_switch_can_be_set() -> None:
    assert list(controls(strike)) == [
        Control("skill", "slider", 50, (1, 99), "rolled under"),
        Control("weapon", "choice", "club", ("club", "sword")),
        Control("second", "choice", None, (None, "club", "sword")),
        Control("blessed", "switch", False),
        Control("bonus", "slider", 3, (-7, 23)),
        Control("foes", "slider", 1, (0, 21)),
    ]


def test_what_has_no_default_is_typed() -> None:
    (stats,) = (each for each in controls(tiers.test) if each.name == "stats")
    assert (stats.kind, stats.value) == ("text", "")
    assert "stats is missing" in shown(tiers.test, {"stats": " "})
    assert 'title="' in shown(tiers.test, {"stats": "45, 30", "on_failure": "reset"}, "passes")


def test_the_variables_of_an_expression_can_be_set() -> None:
    expression = parse("1d20 + @bonus >= @dc")
    assert [(each.name, each.kind) for each in controls(expression)] == [
        ("bonus", "slider"),
        ("dc", "slider"),
    ]
    assert 'title="9/20"' in shown(expression, {"bonus": 3, "dc": 15})
    assert "no value was given" in shown(expression, {"bonus": 3})


def test_a_rule_shows_what_players_ask_first() -> None:
    assert "Fumble" in shown(tiers.check, {"stat": 45})
    assert "&lt;" in shown(parse("1d6 [..3] <b> [4..] up"), {})


class _Widget(SimpleNamespace):
    """As much of ipywidgets as is used."""

    def __init__(self, kind: str, **given: Any) -> None:
        super().__init__(kind=kind, **given)
        self.told: list[Callable[[object], None]] = []

    def observe(self, tell: Callable[[object], None], names: str) -> None:
        assert names == "value"
        self.told.append(tell)

    def move(self, value: object) -> None:
        self.value = value
        for tell in self.told:
            tell(None)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> None:
    class Library:
        def __getattr__(self, kind: str) -> Any:
            if kind == "VBox":
                return lambda children: children
            return lambda **given: _Widget(kind, **given)

    monkeypatch.setitem(sys.modules, "ipywidgets", Library())


@pytest.mark.usefixtures("library")
def test_moving_a_slider_shows_the_new_odds() -> None:
    *made, below = widget(strike, bonus=0, skill=range(20, 81))
    skill = made[0]
    assert [each.kind for each in made] == [
        *("IntSlider", "Dropdown", "Dropdown", "Checkbox", "IntSlider")
    ]
    assert (skill.min, skill.max, skill.value) == (20, 80, 50)
    assert 'title="1/2"' in below.value
    skill.move(75)
    assert 'title="3/4"' in below.value


@pytest.mark.usefixtures("library")
def test_a_view_of_an_expression() -> None:
    bonus, below = widget("1d20 + @bonus", of=lambda total: total >= 15)
    assert 'title="3/10"' in below.value
    bonus.move(3)
    assert 'title="9/20"' in below.value


def test_the_real_library_takes_them() -> None:
    pytest.importorskip("ipywidgets")
    box = widget(tiers.check, stat=range(5, 96))
    slider, below = box.children[0], box.children[-1]
    before = below.value
    slider.value = 90
    assert below.value != before


def test_what_cannot_have_sliders(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: Any = 6
    with pytest.raises(AstragalError, match="a rule or an expression, not 6"):
        widget(wrong)
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(AstragalError) as caught:
        widget("1d20 + @bonus")
    assert caught.value.hint == how_to_install("notebook")
