"""Avrae's macros: what follows the dice is a comment, as its library d20 1.1.2 reads it."""

from __future__ import annotations

import pytest

import astragal
from astragal.dialects.macros.macro import play
from astragal.dialects.macros.syntax import needs_of, read_macro
from astragal.rolling.sources import HandSource


def said(text: str, faces: list[int], **given: object) -> list[str]:
    """What the chat shows of a macro with these faces."""
    return [str(each) for each in play(read_macro(text, "avrae", **given), HandSource(faces))]


@pytest.mark.parametrize(
    ("typed", "expression", "name"),
    [
        ("!r", "1d20", "roll 1"),
        ("!roll 1d20+5", "1d20 + 5", "roll 1"),
        ("!r 1d20 + 5 slashing damage", "1d20 + 5", "slashing damage"),
        ("!r 1d20+5 1d6", "1d20 + 5", "1d6"),
        ("!r 5 fire bolts", "5", "fire bolts"),
        ("!r 1d20 [x] hi there", "1d20[x]", "hi there"),
        ("!r 4d6 kh3", "4d6", "kh3"),
        ("!r -5", "-5", "roll 1"),
        ("!r 1d20 - 5 foo", "1d20 - 5", "foo"),
        ("!r 2d6 > 3 blub", "(2d6) > 3", "blub"),
        ("!r 1d20(hit)", "1d20", "(hit)"),
        ("!r 1d20foo", "1d20", "foo"),
        ("!r 1d20adv", "1d20", "adv"),
        ("!r 1d20 # foo", "1d20", "# foo"),
    ],
)
def test_what_follows_the_dice(typed: str, expression: str, name: str) -> None:
    ((roll,),) = (message.rolls for message in read_macro(typed, "avrae"))
    assert isinstance(roll.experiment, astragal.Expression)
    assert (roll.experiment.uncommented, roll.name) == (expression, name)


@pytest.mark.parametrize(
    ("typed", "expression"),
    [
        ("1d20 adv", "2d20kh1"),
        ("d20 dis", "2d20kl1"),
        ("1d20+5 dis Attack", "2d20kl1 + 5"),
        ("1d20 Attack with adv", "2d20kh1"),
        ("adv 1d20", "2d20kh1"),
        ("1d20 adv + 5", "2d20kh1 + 5"),
        ("1d20ro1 adv", "2d20kh1r=1"),
        ("(1d20+2)*2 adv", "(2d20kh1 + 2) * 2"),
        ("-1d20 adv", "-2d20kh1"),
        ("1d20kl1 adv", "2d20kh1kl1"),
        ("2d20 adv", "2d20"),
        ("1d6+1d20 adv", "1d6 + 1d20"),
        ("1d200 adv", "1d200"),
    ],
)
def test_advantage_is_for_a_d20_in_front(typed: str, expression: str) -> None:
    ((roll,),) = (message.rolls for message in read_macro(f"!r {typed}", "avrae"))
    assert isinstance(roll.experiment, astragal.Expression)
    assert roll.experiment.uncommented == expression


def test_rolls_that_are_repeated() -> None:
    assert said("!rr 2 1d20+5 adv Hit", [3, 4, 10, 2]) == ["Hit 1: 9", "Hit 2: 15"]
    assert said("!multiroll 2 1d6", [3, 4]) == ["roll 1: 3", "roll 2: 4"]


def test_values_in_braces() -> None:
    text = "{name} hits:\n!r 1d20+{strengthMod} adv\n[[1d8+{weapon}]] damage"
    assert needs_of(text, "avrae").values == ("name", "strengthMod", "weapon")
    values = {"name": "Bob", "strengthMod": 3, "weapon": "1d4"}
    assert said(text, [10, 2, 5, 1], values=values) == ["Bob hits:", "13", "6 damage"]
    with pytest.raises(astragal.RollError, match="strengthMod"):
        said(text, [10, 2, 5, 1], values={"weapon": 1})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("!r 1d20 + foo", "unknown-word"),
        ("!r 1d20 +", "unexpected"),
        ("!r 1d20, hit", "unexpected"),
        ("!r 1d20 )", "unexpected"),
        ("!r hello 1d20", "unknown-word"),
        ("!r 1d20 adv dis", "not-known"),
        ("!r {{roll('1d6')}}", "code-in-macro"),
        ("!alias x <drac2>", "code-in-macro"),
        ("!r {str", "unexpected"),
        ("!rr 0 1d6", "too-many-results"),
        ("!rr 101 1d6", "too-many-results"),
        ("!rr 4d6kh3", "unknown-command"),
        ("!rrr 3 1d20 15", "unknown-command"),
        ("!attack sword", "unknown-command"),
        ("!foo", "unknown-command"),
    ],
)
def test_what_is_refused(text: str, code: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read_macro(text, "avrae")
    assert caught.value.code == code
    assert caught.value.span is not None


def test_all_commands_are_listed() -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read_macro("!embed", "avrae")
    assert caught.value.hint == "the commands are !multiroll, !r, !roll, !rr"
