"""What a rule declares of itself: an aim, what may be hidden, and quicker ways to its odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import Asks, AstragalError, Audience, choose, d, rule
from astragal.rules.game import Game


@rule(aim="outcome", hides=["armour"])
def twice(armour: int | None = 15) -> Asks[int]:
    """A d20 that may be rolled again."""
    face: int = yield d(20)
    if (yield choose("again?", ["no", "yes"], face=face)) == "yes":
        face = yield d(20)
    return face


@rule
def aimless() -> Asks[int]:
    """The same, for nothing in particular."""
    if (yield choose("again?", ["no", "yes"])) == "yes":
        face: int = yield d(20)
        return face
    return 1


BEST = Fraction(13)
"""The mean, if what is less than 11 is rolled again."""


def test_the_aim_of_a_rule_counts_where_no_other_is_given() -> None:
    assert twice().odds().mean == BEST
    assert twice().plan().value == BEST
    assert twice().advise(faces=[3]).best == "yes"
    pause = twice().start(faces=[14])
    assert isinstance(pause, astragal.Pause)
    assert pause.advise().best == "no"
    assert twice().odds(aim=lambda face: -face).mean == 21 - BEST
    assert astragal.sweep(twice, {"armour": [10, 15]}, of=lambda face: face).cells[(10,)] == BEST


@pytest.mark.parametrize(
    "ask",
    [
        lambda asked: asked.odds(),
        lambda asked: asked.duration(),
        lambda asked: asked.plan(),
        lambda asked: asked.advise(),
        lambda asked: asked.start().advise(),
    ],
    ids=["odds", "duration", "plan", "advise", "advise a pause"],
)
def test_a_rule_without_an_aim_says_so_by_name(ask: Callable[[Any], Any]) -> None:
    with pytest.raises(AstragalError) as caught:
        ask(aimless())
    error = caught.value
    assert error.message.startswith("Aimless")
    assert "@rule(aim=…)" in (error.hint or "")
    assert "@" not in (error.hint_for(Audience.PLAYER) or "@")


def test_what_a_rule_hides_may_be_hidden() -> None:
    hidden, secret = astragal.hide(twice(12), "armour")
    assert "12" not in str(hidden)
    roll = hidden.roll(faces=[14], decide=lambda _: "no")
    assert astragal.reveal(roll.to_json(), secret, rules=[twice]).outcome == 14
    with pytest.raises(AstragalError, match="cannot hide"):
        astragal.hide(aimless(), "armour")


@pytest.mark.parametrize(("hides", "why"), [(["m"], "'m'"), ("n", "cannot be None")])
def test_what_cannot_be_hidden_is_refused_when_the_rule_is_made(hides: Any, why: str) -> None:
    def plain(n: int = 1) -> Asks[int]:
        """A number."""
        face: int = yield d(6)
        return face + n

    with pytest.raises(AstragalError, match=why) as caught:
        rule(hides=hides)(plain)
    assert caught.value.code == "not-hideable"


def test_a_game_takes_the_same() -> None:
    game = Game("dice", "Dice", short=("A die.",), examples=("one",))

    @game.rule(aim="outcome", hides=["n"])
    def one(n: int | None = 1) -> Asks[int]:
        """A die."""
        face: int = yield d(6)
        return face

    assert [(each.name, each.hideable) for each in one.parameters] == [("n", True)]
    assert one.aim == "outcome"
