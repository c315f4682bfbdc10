"""Macros in questions: what they need, their messages, their rolls, and odds of each."""

from __future__ import annotations

from typing import Any

import pytest

from astragal.errors import AstragalError
from astragal.service import Service
from astragal.service.question import find_question
from astragal.service.schemas import schema_of
from tests.service.test_service import matches

SERVICE = Service()
ATTACK = "@{name}: [[1d20+@{str}+?{Bonus}]], again $[[0]]"
GIVEN: dict[str, Any] = {"answers": {"Bonus": "2"}, "values": {"str": "3", "name": "Bob"}}


def ask(text: str, dialect: str = "roll20", **fields: Any) -> dict[str, Any]:
    answer = SERVICE.ask("macro", {"text": text, "dialect": dialect, **fields})
    matches(answer, schema_of(find_question("macro").answers))
    return answer


def test_what_is_missing_is_asked_for() -> None:
    answer = ask(ATTACK, roll=True, odds=True)
    assert answer["needs"]["questions"] == [{"name": "Bonus", "default": None, "options": []}]
    assert answer["needs"]["values"] == ["name", "str"]
    assert (answer["problem"]["code"], answer["messages"]) == ("unanswered", [])
    assert answer["problem"]["hint"] == "answers gives it"


def test_a_value_that_is_missing_keeps_it_from_being_rolled() -> None:
    answer = ask(ATTACK, answers={"Bonus": "2"}, roll=True, odds=True)
    assert answer["problem"]["code"] == "missing-variable"
    assert answer["messages"][0]["rows"][0]["parts"][0]["text"] == "@{name}: "
    assert answer["rolls"][0]["expression"] == "1d20 + @str + 2"
    assert answer["rolls"][0]["rolled"] is None


def test_parts_know_which_roll_they_show() -> None:
    answer = ask(ATTACK, **GIVEN, roll=True, faces=[10])
    (row,) = answer["messages"][0]["rows"]
    assert row["parts"] == [
        {"text": "Bob: ", "roll": None},
        {"text": "15", "roll": 0},
        {"text": ", again ", "roll": None},
        {"text": "15", "roll": 0},
    ]
    assert answer["rolls"][0]["rolled"]["text"] == "1d20 + @str + 2 → (10) + 3 + 2 = 15"
    assert answer["rolls"][0]["odds"] is None


def test_a_roll_may_be_shown_in_another_row() -> None:
    text = "/r 1d4\n&{template:x} {{a=[[1d6]]}} {{b=[[1d8]]}} {{c=$[[1]]}}"
    answer = ask(text, roll=True, faces=[1, 2, 3])
    shown = [part for row in answer["messages"][1]["rows"] for part in row["parts"]]
    assert [(part["text"], part["roll"]) for part in shown] == [("2", 1), ("3", 2), ("3", 2)]


def test_odds_by_name() -> None:
    answer = ask("Hit: [[1d20]]\nDamage: [[1d6]] [[400d400!]]", odds=True)
    means = {
        each["name"]: each["odds"] and each["odds"]["mean"]["exact"] for each in answer["rolls"]
    }
    assert (means["Hit"], means["Damage"], means["roll 3"]) == ("21/2", "7/2", None)
    assert answer["rolls"][2]["problem"]["code"] == "too-many-odds"
    assert all(each["rolled"] is None for each in answer["rolls"])


def test_what_waits_for_a_click_is_rolled_if_that_is_asked_for() -> None:
    text = "[[1d4]] [[/r 1d6]]{fire}"
    answer = ask(text, "foundry", roll=True, faces=[3])
    assert [each["rolled"] is None for each in answer["rolls"]] == [False, True]
    assert [part["text"] for part in answer["messages"][0]["rows"][0]["parts"]][::2] == [
        "3",
        "[fire]",
    ]
    answer = ask(text, "foundry", roll=True, later=True, faces=[3, 5])
    assert [each["rolled"]["outcome"] for each in answer["rolls"]] == ["3", "5"]


def test_tables_and_other_macros() -> None:
    given: dict[str, Any] = {
        "tables": {"loot": "d6 [1..3] gold [4..6] silver"},
        "macros": {"find": "[[1t[loot]]]"},
    }
    assert ask("#find", **given, roll=True, faces=[4])["rolls"][0]["rolled"]["outcome"] == "silver"
    assert ask("[[1t[loot]]]")["problem"]["code"] == "no-such-table"
    assert ask("%{Bob|find}")["needs"]["macros"] == ["find"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "[[1d6", "dialect": "roll20"}, "unclosed"),
        ({"text": "1d6", "dialect": "rol20"}, "no-such-dialect"),
        ({"text": "?{A|a|b}", "dialect": "roll20", "answers": {"A": "c"}}, "bad-answer"),
        ({"text": "x", "dialect": "roll20", "values": {"a": [1]}}, "bad-field"),
        ({"text": "x", "dialect": "roll20", "faces": [[False, 0]]}, "bad-field"),
        ({"text": "[[t[a]]]", "dialect": "roll20", "tables": {"a": "1d6"}}, "bad-table"),
        ({"text": "[[1d6]]", "dialect": "roll20", "roll": True, "faces": [1, 2]}, "too-many-faces"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        SERVICE.ask("macro", fields)
    assert caught.value.code == code
