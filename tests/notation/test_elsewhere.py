"""What other programs mean by a text: refused with both ways to say it, or read with a remark."""

from __future__ import annotations

import json
import re

import pytest
from tools.console_docs import shown_by

from astragal import AstragalError, NotationError, parse, roll
from astragal.notation.elsewhere import REFUSALS, REMARKS, Refusal, Remark
from astragal.notation.expression import Expression
from astragal.service.service import Service
from tests.support.prompt import talk

REFUSED = [(refusal, text) for refusal in REFUSALS for text in refusal.texts]
REMARKED = [(remark, text) for remark in REMARKS for text in remark.texts]


@pytest.mark.parametrize(("refusal", "text"), REFUSED)
def test_what_is_another_programs_is_refused(refusal: Refusal, text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert error.code == "ambiguous-elsewhere"
    assert error.message == refusal.elsewhere
    assert error.span is not None
    assert set(text[slice(*error.span)]) <= set("+-#")
    ways = re.findall("`([^`]+)`", error.hint or "")
    assert len(ways) == 2
    for way in ways:
        assert parse(way.replace("d1)", ")"))  # what was meant may have to be said more clearly


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("4d6kh3++2", "`4d6kh3each+2` adds to each die, `4d6kh3 + 2` to the total"),
        ("2+4d6--5", "`4d6each-5` takes from each die, `4d6 - -5` takes away minus 5"),
        ("3#2d6+1", "`3x(2d6+1)` rolls them 3 times, `3 # 2d6+1` is 3 and a comment"),
    ],
)
def test_a_refusal_says_both_ways_with_what_was_typed(text: str, hint: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.hint == hint


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("1d20+-5", "1d20 + -5"),
        ("1d20 - -5", "1d20 - -5"),
        ("1d20 + +5", "1d20 + 5"),
        ("5--3", "5 - -3"),
        ("5++3", "5 + 3"),
        ("(4d6)--2", "4d6 - -2"),
        ("4d6 + --2", "4d6 + --2"),
        ("--4d6", "--4d6"),
        ("6 # 4d6", "6 # 4d6"),
        ("6 # note", "6 # note"),
        ("6#note", "6 # note"),
        ("2d6#4d6", "2d6 # 4d6"),
        ("6#dodge", "6 # dodge"),
    ],
)
def test_what_could_be_meant_only_one_way_is_read(text: str, spelt: str) -> None:
    assert str(parse(text)) == spelt
    assert parse(spelt) == parse(text)


@pytest.mark.parametrize(("remark", "text"), REMARKED)
def test_what_means_something_else_elsewhere_gets_a_remark(remark: Remark, text: str) -> None:
    assert str(remark) in parse(text).remarks


def test_a_remark_is_about_what_was_typed() -> None:
    for text in ("4d6k3", "d%", "2d20K"):
        assert parse(text).remarks
        assert parse(str(parse(text))).remarks == ()


@pytest.mark.parametrize(
    "text",
    [
        "2d6 + 3",
        "4d6kh3",
        "2d20kl1",
        "1d100",
        "1d100 % 10",
        "d{1..66}",
        "8/2",
        "floor(1d6 / 2)",
        "trunc(1d6 * 2.5)",
        "7 // 2",
        "4d6!kh3",
        "4d6dl1dh1",
        "4d6min2!rr=1kh1s",
        "2d6rr<=2",
        "1d20♻",
        "2d6r<=2?",
        "2d6r<=2:1",
        "2d6rl1",
        "2d6r=[1,3]",
        "3d6!>=5",
        "1d20+5 > 15",
        "1d20 >= 15",
        "round(1d6 / 2 + 1)",
        "6d6k>=5",
        "8d10c>7",
    ],
)
def test_what_means_the_same_everywhere_gets_none(text: str) -> None:
    assert parse(text).remarks == ()


def test_an_expression_that_nobody_typed_gets_none() -> None:
    assert parse("4d6u").remarks
    assert Expression(parse("4d6u").body).remarks == ()


def test_a_remark_is_short_and_each_is_its_own() -> None:
    told = [str(remark) for remark in REMARKS]
    assert len(set(told)) == len(told)
    for each in told:
        assert len(each) < 140
        assert each.startswith("here ")


# Where it is shown


def test_the_reading_of_the_service_has_remarks() -> None:
    reading = Service().ask("read", {"text": "d%"})["reading"]
    assert reading["remarks"] == ["here `d%` is 1 to 100; in Avrae it is 0, 10 … 90"]
    assert Service().ask("read", {"text": "2d6"})["reading"]["remarks"] == []


@pytest.mark.parametrize("question", ["roll", "odds", "start"])
def test_so_have_its_answers(question: str) -> None:
    answer = Service().ask(question, {"expression": "d%"})
    assert answer["remarks"] == list(parse("d%").remarks)
    assert "remarks" not in Service().ask(question, {"expression": "2d6"})


def test_a_roll_and_its_line_have_none() -> None:
    assert "Avrae" not in str(roll("d%"))
    assert "Avrae" not in json.dumps(roll("d%").to_data())


def test_the_command_line_says_it_where_it_explains() -> None:
    assert "Avrae" not in shown_by("astragal roll d% --seed 1")
    assert "in Avrae it is 0, 10 … 90" in shown_by("astragal roll d% --seed 1 --explain")
    written = json.loads(shown_by("astragal roll d% --seed 1 --json"))
    assert written["remarks"] == list(parse("d%").remarks)


def test_the_prompt_says_it_where_it_is_asked() -> None:
    assert "Avrae" not in talk("d%")
    assert "in Avrae it is 0, 10 … 90" in talk("help d%")


def test_a_notebook_shows_it_with_the_meaning() -> None:
    assert "in Avrae it is 0, 10 … 90" in parse("d%")._repr_html_()


def test_table_talk_does_not_read_what_notation_refuses() -> None:
    for _, text in REFUSED:
        with pytest.raises(AstragalError) as caught:
            Service().ask("roll", {"expression": text})
        assert caught.value.code == "ambiguous-elsewhere"
