"""Table talk in questions: understood, and told with what it was read as."""

from __future__ import annotations

from typing import Any

import pytest

from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.service import Service
from astragal.service.question import find_question
from astragal.service.schemas import schema_of
from tests.service.test_service import matches

SERVICE = Service()


def ask(name: str, **fields: Any) -> dict[str, Any]:
    answer = SERVICE.ask(name, fields)
    matches(answer, schema_of(find_question(name).answers))
    return answer


def test_a_roll_says_what_it_was_read_as() -> None:
    answer = ask("roll", expression="d20 with advantage", faces=[4, 17])
    assert answer["roll"]["expression"] == "2d20kh1"
    assert answer["roll"]["outcome"] == 17
    assert answer["read_as"] == {
        "kind": "roll",
        "expression": "2d20kh1",
        "told": "2d20kh1",
        "title": "",
        "alternatives": [],
        "answers": [],
    }


def test_notation_is_not_read_as_anything() -> None:
    assert "read_as" not in ask("roll", expression="2d6")
    assert "read_as" not in ask("odds", expression="2d6")
    assert ask("read", text="2d6")["reading"]["read_as"] is None


def test_odds_come_with_what_was_asked() -> None:
    answer = ask("odds", expression="what are the odds of 15 on 2d6+6?")
    assert answer["expression"] == "2d6 + 6"
    told = [(each["words"], each["value"]["exact"]) for each in answer["read_as"]["answers"]]
    assert told == [("exactly 15", "1/9"), ("15 or more", "5/18")]


@pytest.mark.parametrize(
    ("typed", "exact"),
    [("average of 7d6", "49/2"), ("highest possible 8d6", "48"), ("lowest possible 8d6", "8")],
)
def test_a_number_that_is_asked_for_is_answered(typed: str, exact: str) -> None:
    (answer,) = ask("odds", expression=typed)["read_as"]["answers"]
    assert (answer["value"]["exact"], answer["chance"]) == (exact, False)


def test_dice_without_a_highest_result_have_none() -> None:
    with pytest.raises(AstragalError) as caught:
        ask("odds", expression="highest possible 3d6!!")
    assert caught.value.code == "endless"


def test_values_and_sheets_are_known_in_what_is_said() -> None:
    asked = {"expression": "chance to hit AC 15 with d20 + @bonus", "variables": {"bonus": 5}}
    (answer,) = ask("odds", **asked)["read_as"]["answers"]
    assert answer["value"]["exact"] == "11/20"
    sheet = 'name = "Alice"\n[values]\n"Fire Damage" = "2d6"\n'
    rolled = ask("roll", expression="@{Fire Damage} twice", sheets=[sheet], faces=[1, 2, 3, 4])
    assert rolled["roll"]["outcome"] == [3, 7]


def test_what_asks_for_odds_is_not_rolled() -> None:
    for name in ("roll", "start"):
        with pytest.raises(AstragalError) as caught:
            ask(name, expression="average of 8d6")
        assert caught.value.code == "asks-for-odds"
        assert "`8d6`" in (caught.value.hint or "")


def test_a_choice_in_what_is_said_pauses() -> None:
    answer = ask("start", expression="roll 1d20♻? + 5", faces=[1])
    assert answer["read_as"]["expression"] == "1d20r? + 5"
    assert answer["paused"]["options"]


def test_while_it_is_typed_it_is_read() -> None:
    reading = ask("read", text="4d6 drop lowest six times")["reading"]
    assert reading["expression"] == "6x(4d6dl1)"
    assert reading["words"].startswith("six times")
    assert reading["read_as"]["told"] == "6x(4d6dl1)"


def test_what_reads_two_ways_is_a_problem_with_both() -> None:
    problem = ask("read", text="half of 8d6")["problem"]
    assert problem["code"] == "ambiguous-talk"
    assert "`8d6 // 2`" in problem["hint"]
    assert "`8d6 / 2`" in problem["hint"]


def test_a_question_has_its_answers_while_it_is_typed() -> None:
    for text, exact in (("what is the average of 8d6", "28"), ("chance of 7 on 2d6", "1/6")):
        answers = ask("read", text=text)["reading"]["read_as"]["answers"]
        assert answers[0]["value"]["exact"] == exact


@pytest.mark.parametrize(
    "text",
    [
        "average of 5000d6!kh2500",
        "median of 1d251",
        "average of 1d(1d6)",
        "chance of 7 on 50d6",
        "compare 10d10 and 1d100",
    ],
)
def test_a_reading_answers_only_what_is_small_by_its_shape(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Expression, "odds", None)
    read_as = ask("read", text=text)["reading"]["read_as"]
    assert read_as["told"]
    assert read_as["answers"] == []
