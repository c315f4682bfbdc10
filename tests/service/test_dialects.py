"""The dialect of an expression in questions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from astragal.errors import AstragalError
from astragal.service import Service
from astragal.service.question import all_questions, find_question
from astragal.service.schemas import schema_of
from tests.service.test_service import matches
from tests.support.questions import ALICE

SERVICE = Service()


def ask(name: str, **fields: Any) -> dict[str, Any]:
    answer = SERVICE.ask(name, fields)
    matches(answer, schema_of(find_question(name).answers))
    return answer


def test_whatever_takes_an_expression_takes_a_dialect() -> None:
    for name, question in all_questions().items():
        fields = {each.name for each in question.fields}
        assert ("expression" in fields) == ("dialect" in fields) or name in ("read", "macro")


def test_dice_are_read_as_the_program_does_and_answered_in_our_notation() -> None:
    assert ask("odds", expression="2d6r<3", dialect="roll20")["mean"]["exact"] == "10"
    rolled = ask("roll", expression="8d10>7", dialect="roll20", faces=[7, 6, 8, 1, 1, 1, 1, 1])
    assert rolled["roll"]["expression"] == "8d10c>=7"
    assert rolled["roll"]["outcome"] == 2
    read = ask("read", text="8d10>7", dialect="roll20")["reading"]
    assert (read["expression"], read["read_as"]) == ("8d10c>=7", None)


def test_each_of_several_has_its_own() -> None:
    these = [{"expression": "2d6r<3", "dialect": "roll20"}, {"expression": "2d6r<3"}]
    labels = [each["expression"] for each in ask("compare", these=these)["odds"]]
    assert labels == ["2d6rr<=3", "2d6r<3"]


@pytest.mark.parametrize("dialect", [None, "astragal"])
def test_our_own_notation_is_no_dialect(dialect: str | None) -> None:
    assert ask("odds", expression="2d6r<3", dialect=dialect)["expression"] == "2d6r<3"
    assert "read_as" in ask("odds", expression="d20 with advantage", dialect=dialect)


def test_dice_on_sheets_are_in_our_notation() -> None:
    answer = ask("odds", expression="8d10>7", dialect="roll20", sheets=[ALICE])
    assert answer["expression"] == "8d10c>=7"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"expression": "three six-sided dice", "dialect": "roll20"}, "unknown-word"),
        ({"expression": "2d6", "dialect": "rol20"}, "no-such-dialect"),
        ({"rule": "scores.test", "dialect": "roll20"}, "unfit-field"),
    ],
)
def test_what_does_not_fit_is_refused(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        SERVICE.ask("odds", fields)
    assert caught.value.code == code


def test_a_text_that_is_being_typed_has_a_problem_of_the_program() -> None:
    answer = ask("read", text="8d10f", dialect="roll20")
    assert "Roll20" in answer["problem"]["message"]


def test_it_is_asked_in_json() -> None:
    reply = SERVICE.reply('{"ask": "odds", "expression": "2d6r<3", "dialect": "roll20"}')
    assert json.loads(reply.body)["expression"] == "2d6rr<=3"
