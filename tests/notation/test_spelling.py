"""What was typed in symbols is told in symbols; everything else in canonical notation."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import parse, read_record, verify
from astragal.games import triumph
from astragal.notation.putting_in import put_in

attack: Any = triumph.attack


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2d6▲♻", "2d6▲♻"),
        (" 2D20  ▲ + 3 # to hit", "2D20 ▲ + 3"),
        ("1d20♻\ufe0f", "1d20♻"),
        ("4D6 dl", "4d6dl1"),
        ("2d20kh", "2d20kh1"),
    ],
)
def test_symbols_are_told_as_they_were_typed(typed: str, told: str) -> None:
    expression = parse(typed)
    assert (expression.spelt, expression.label) == (told, told)
    assert parse(expression.written) == expression
    assert "▲" not in str(expression)


def test_a_roll_is_told_in_its_symbols_and_recorded_in_plain_notation() -> None:
    roll = parse("2d6▲").roll(faces=[2, 5])
    assert str(roll) == "2d6▲ → (~2~, 5) = 5"
    assert '"2d6kh1"' in roll.to_json()


def test_values_that_were_put_in_are_told() -> None:
    """The text still names them, so it is no longer what is rolled."""
    put = put_in(parse("2d6▲ + @strength"), {"strength": ("Strength", 3)}.get)
    assert put.spelt == "2d6kh1 + 3"


def test_dice_of_a_rule_are_told_in_their_symbols_also_from_a_record() -> None:
    roll = attack(30, 2, damage="2d6▲", proficiency="aptitude").roll(faces=[9, 2, 5])
    assert "for 2d6▲" in roll.line.text
    assert "2d6▲: (~2~, 5) = 5" in str(roll)
    assert str(verify(roll.to_json())) == str(roll)
    assert read_record(roll.to_json()).outcome == roll.outcome
    assert attack(30, 2, damage="2d6▲") == attack(30, 2, damage="2d6kh1")


def test_an_ability_is_rolled_as_the_book_writes_it() -> None:
    assert "2d4▲-1d4" in str(triumph.ability().roll(faces=[1, 4, 2]))
