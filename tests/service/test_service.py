"""The service: questions read, answered and refused, as data that one description fits."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal.catalogue import all_rules
from astragal.errors import AstragalError
from astragal.limits import Limits
from astragal.service import Reply, Service
from astragal.service.description import describe, describe_question, question_schema
from astragal.service.question import Question, all_questions, find_question
from astragal.service.schemas import SCHEMAS, schema_of
from tests.support.questions import ALICE, RULES, questions

SERVICE = Service()

LONG = {"ask": "steps", "rule": "triumph.abilities", "parameters": {}}
"""Is answered, but takes two seconds."""

EACH_QUESTION = pytest.mark.parametrize(
    "question",
    [
        pytest.param(
            each, id=json.dumps(each)[:90], marks=[pytest.mark.slow] if each == LONG else []
        )
        for each in questions()
    ],
)


@cache
def replied(text: str) -> Reply:
    """The reply to a question, worked out once for all tests."""
    return SERVICE.reply(text)


def ask(name: str, **fields: Any) -> dict[str, Any]:
    return SERVICE.ask(name, fields)


def matches(data: Any, schema: dict[str, Any]) -> None:
    """The data has this schema; those that it names are part of the contract."""
    whole = {**schema, "components": {"schemas": SCHEMAS}}
    jsonschema.Draft202012Validator(whole).validate(data)


@EACH_QUESTION
def test_every_answer_has_the_schema_of_its_question(question: dict[str, Any]) -> None:
    reply = replied(json.dumps(question))
    data = json.loads(reply.body)
    if "outcomes" in data:
        data["outcomes"] = data["outcomes"][:500]  # all are alike
    if reply.status == 200:
        matches(data, schema_of(find_question(question["ask"]).answers))
    else:
        matches(data, SCHEMAS["Problem"])
        assert data["status"] == reply.status
        assert reply.status in (400, 404, 422)


@EACH_QUESTION
def test_what_is_answered_had_the_schema_of_a_question(question: dict[str, Any]) -> None:
    """And what has the schema of one is refused, if at all, for what it says: with 422."""
    name = question["ask"]
    if name not in all_questions():
        return
    fields = {key: value for key, value in question.items() if key != "ask"}
    status = replied(json.dumps(question)).status
    try:
        matches(fields, question_schema(find_question(name)))
    except jsonschema.ValidationError:
        assert status in (400, 404, 422)
        return
    assert status in (200, 422)
    rule = next((each for each in all_rules() if each.name == fields.get("rule")), None)
    if status == 200 and rule is not None:
        del fields["rule"]
        matches(fields, question_schema(find_question(name), rule))


def test_the_suite_of_questions_is_whole() -> None:
    assert sorted(RULES) == sorted(rule.name for rule in all_rules())
    assert {each["ask"] for each in questions()} - {"nothing"} >= set(all_questions()) - {"reveal"}
    for rule in RULES:
        assert SERVICE.reply_to("start", {"rule": rule, "parameters": RULES[rule]}).status == 200


def test_the_description_is_json_and_every_name_in_it_is_known() -> None:
    text = json.dumps(describe())
    for name in SCHEMAS:
        jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= SCHEMAS.keys()
    for rule in all_rules():
        json.dumps(describe_question(find_question("odds"), rule))


# Questions


def test_a_roll_tells_its_record_its_line_and_its_luck() -> None:
    answer = ask("roll", expression="4d6kh3", faces=[6, 5, 4, 2], luck=True)
    assert answer["text"] == "4d6kh3 → (6, 5, 4, ~2~) = 15"
    assert (answer["dice"], answer["outcome"]) == ("(6, 5, 4, ~2~)", "15")
    odds = astragal.odds("4d6kh3")
    assert answer["luck"]["above"]["exact"] == str(odds.more_than(15))
    assert answer["luck"]["below"]["exact"] == str(odds.less_than(15))
    assert answer["luck"]["equal"]["exact"] == str(odds.probability(15))
    assert astragal.verify(answer["roll"]).outcome == 15
    assert astragal.verify(answer).outcome == 15, "an answer is accepted where a record is"


def test_luck_is_left_out_where_it_is_not_known_at_once() -> None:
    assert ask("roll", expression="2d6")["luck"] is None
    assert ask("roll", expression="{100d6,100d8,100d10,100d12,100d9}kh3", luck=True)["luck"] is None
    words = ask("roll", rule="scores.test", faces=[7], luck=True)["luck"]
    assert words == {
        "below": None,
        "equal": {"exact": "1/10", "approx": 0.1},
        "above": None,
        "words": "10.00 % of rolls end like this",
    }


def test_the_sheets_come_back_as_they_are_after_the_roll() -> None:
    answer = ask(
        "roll",
        rule="scores.test",
        parameters={"modifier": "Stealth"},
        sheets=[ALICE],
        faces=[4, 8],
    )
    assert answer["changes"] == ["inspired ends"]
    (sheet,) = map(astragal.Sheet.read, answer["sheets"])
    assert sheet["Stealth"] == 2
    assert not sheet.circumstances.each


_MISSILE = """
name = "Alice"
[rolls.Missile]
rule = "scores.test"
[[circumstances]]
name = "focused"
advantages = 1
on = ["Missile"]
"""


def test_a_sheet_without_numbers_counts_where_a_rule_is_called_in_words() -> None:
    sheet = 'name = "Ann"\n[[circumstances]]\nname = "blessed"\nmodifier = 5\n'
    answer = ask("roll", expression="test 2", game="scores", sheets=[sheet], faces=[4])
    assert answer["text"].startswith("Ann, Test +7 (blessed)")


def test_a_circumstance_of_a_saved_roll_is_added_where_it_is_rolled_by_its_name() -> None:
    about = {"rule": "scores.test", "sheets": [_MISSILE]}
    assert ask("roll", **about, faces=[4])["outcome"] == "4, Low"
    assert ask("roll", **about, saved="Missile", faces=[4, 8])["outcome"] == "8, Mixed"
    swept = ask("sweep", **about, saved="Missile", axes={"modifier": [0]}, of="score")
    assert (
        swept["values"]
        == ask(
            "sweep",
            rule="scores.test",
            parameters={"advantages": 1},
            axes={"modifier": [0]},
            of="score",
        )["values"]
    )
    for fields in (
        {**about, "saved": "Misile"},
        {**about, "rule": "scores.contest", "saved": "Missile"},
        {"expression": "2d6", "saved": "Missile"},
    ):
        assert SERVICE.reply_to("odds", fields).status in (404, 422)


def test_a_roll_pauses_goes_on_elsewhere_and_is_advised() -> None:
    signed = Service(key="secret")
    paused = signed.ask(
        "start",
        {
            "rule": "triumph.check",
            "parameters": {"ability": 3, "dc": 15, "dice": "1d20♻"},
            "faces": [1],
        },
    )
    assert paused["paused"]["options"] == ["re-roll", "keep"]
    token = json.loads(json.dumps(paused["token"]))
    (group,) = paused["paused"]["groups"]
    assert [die["face"] for die in group["dice"]] == [1]
    assert signed.ask("look", {"token": token}) == paused
    advice = signed.ask("advise", {"token": token})
    assert advice["best"] == ["re-roll"]
    rolled = signed.ask(
        "resume", {"token": token, "decision": "re-roll", "faces": [17], "luck": True}
    )
    assert rolled["luck"]["equal"]["exact"] == "21/400", "a 17, or a 1 and then a 17"
    assert rolled["outcome"] == "success by 5"
    other = Service(key="another").reply_to("resume", {"token": token, "decision": "keep"})
    assert other.status == 422


def test_a_hidden_difficulty_is_revealed_by_its_secret() -> None:
    rolled = ask(
        "roll", rule="target.check", parameters={"target": 15}, hidden=["target"], faces=[12]
    )
    assert "15" not in rolled["text"]
    assert rolled["luck"] is None
    revealed = ask("reveal", record=rolled["roll"], secret=rolled["secret"])
    assert revealed["outcome"] == "failure by 3"
    matches(revealed, SCHEMAS["Rolled"])


def test_a_record_is_verified_and_an_altered_one_refused() -> None:
    record = ask("roll", expression="2d6", faces=[3, 4])["roll"]
    assert ask("verify", record=record)["holds"] is True
    altered = SERVICE.reply_to("verify", {"record": {**record, "outcome": 12}})
    assert altered.status == 422
    assert json.loads(altered.body)["code"] == "wrong-outcome"


def test_several_are_compared_exactly() -> None:
    answer = ask("compare", these=[{"expression": "2d6"}, {"expression": "1d12"}])
    versus = astragal.odds("2d6").versus(astragal.odds("1d12"))
    (pair,) = answer["pairs"]
    assert [pair[each]["exact"] for each in ("above", "equal", "below")] == list(map(str, versus))


@pytest.mark.slow
def test_odds_too_long_to_send_are_refused_and_a_chance_of_them_is_not() -> None:
    refused = json.loads(SERVICE.reply_to("odds", {"expression": "999d100"}).body)
    assert refused["code"] == "answer-too-long"
    assert ask("odds", expression="999d100", of="outcome>=50000")["outcomes"]


def test_a_sweep_over_dice_names_them_as_they_are_written() -> None:
    swept = ask(
        "sweep",
        rule="target.attack",
        parameters={"armor_class": 15},
        axes={"damage": ["2d6", "1d8+3"], "modifiers": ["2", "+4 luck"]},
        of="damage",
    )
    assert swept["axes"] == {"damage": ["2d6", "1d8 + 3"], "modifiers": ["+2", "+4 luck"]}
    assert swept["values"][0]["at"] == {"damage": "2d6", "modifiers": "+2"}
    several = ask("sweep", rule="tiers.test", axes={"stats": ["45, 60", "30"]}, of="passes")
    assert several["axes"] == {"stats": [[45, 60], [30]]}
    reached = ask(
        "reach", rule="tiers.check", axes={"stat": "10..90"}, of="passes", at_least="50 %"
    )
    assert type(reached["value"]) is int


def test_what_is_compared_has_the_limit_of_one_answer() -> None:
    service = Service(limits=Limits(written=1000))
    one = {"expression": "2d20"}  # 39 outcomes of some thirty characters
    alone = service.reply_to("compare", {"these": [one]})
    assert (alone.status, service.reply_to("odds", one).status) == (422, 422)
    service = Service(limits=Limits(written=2000))
    assert service.reply_to("compare", {"these": [one]}).status == 200
    refused = service.reply_to("compare", {"these": [one, one]})
    assert json.loads(refused.body)["code"] == "answer-too-long"


# Questions that are not ones


@pytest.mark.parametrize(
    ("text", "code", "status"),
    [
        ("", "not-json", 400),
        ("[]", "not-json", 400),
        ('{"ask": "odds", "ask": "roll"}', "named-twice", 400),
        ('{"ask": "odds", "expression": NaN}', "not-json", 400),
        ("[" * 100_000, "not-json", 400),
        ('{"a":' * 100 + "1" + "}" * 100, "not-json", 400),
        ('{"ask": "odds", "expression": ' + "9" * 5000 + "}", "not-json", 400),
        (" " * 1_000_001, "question-too-long", 413),
        ("{}", "no-such-question", 404),
        ('{"ask": ["odds"]}', "no-such-question", 404),
        ('{"ask": "odds", "expression": "2d6", "sheets": ["["]}', "bad-sheet", 422),
        ('{"ask": "odds", "expression": "2d6", "stakes": {"wants": "x"}}', "unfit-field", 422),
        ('{"ask": "odds", "rule": "scores.test", "variables": {"a": 1}}', "unfit-field", 422),
        ('{"ask": "odds", "rule": "scores"}', "no-such-rule", 404),
        ('{"ask": "odds", "rule": "nothing.test"}', "no-such-game", 404),
    ],
)
def test_what_is_not_a_question_is_refused(text: str, code: str, status: int) -> None:
    reply = SERVICE.reply(text)
    assert reply.status == status
    assert status == 200 or json.loads(reply.body)["code"] == code


def test_a_limit_met_while_typing_has_no_hint_for_python() -> None:
    problem = Service().ask("read", {"text": "999999999d6"})["problem"]
    assert problem["code"] == "too-many-dice"
    assert problem["hint"] == "roll fewer dice"


def test_no_file_is_read_for_a_question() -> None:
    reply = SERVICE.reply_to(
        "roll", {"rule": "tiers.check", "parameters": {"stat": 45, "fumble_table": "/etc/x.toml"}}
    )
    assert reply.status == 422
    assert "No such file" not in reply.body


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
)
JSON: st.SearchStrategy[Any] = st.deferred(
    lambda: (
        LEAVES | st.lists(JSON, max_size=3) | st.dictionaries(st.text(max_size=3), JSON, max_size=3)
    )
)


@given(st.data())
def test_whatever_is_asked_gets_an_answer_or_a_problem(data: st.DataObject) -> None:
    question: Question = data.draw(st.sampled_from(list(all_questions().values())))
    names = [each.name for each in question.fields] + ["other"]
    fields = data.draw(st.dictionaries(st.sampled_from(names), JSON, max_size=4))
    reply = SERVICE.reply(json.dumps({"ask": question.name, **fields}))
    assert reply.status in (200, 400, 404, 422)
    json.loads(reply.body, parse_constant=lambda name: pytest.fail(name))


def test_a_question_without_a_part_is_refused_when_it_is_written() -> None:
    with pytest.raises(TypeError, match="lacks answers"):
        type("Bad", (Question,), {"name": "bad", "fields": ()})


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ({"ask": "roll", "expression": "20000d6"}, "roll fewer dice"),
        ({"ask": "roll", "expression": "1d20+@str"}, "variables gives values by name"),
        ({"ask": "roll", "rule": "scores.group_test", "parameters": {"modifiers": [0, 0]},
          "faces": [7, 4]}, "give decisions or an aim; or start it: then it pauses at each choice"),
    ],
)  # fmt: skip
def test_hints_speak_of_the_question_not_of_python(question: dict[str, Any], hint: str) -> None:
    problem = json.loads(SERVICE.reply(json.dumps(question)).body)
    assert problem["hint"] == hint


def test_no_hint_of_the_suite_speaks_of_python() -> None:
    replies = (replied(json.dumps(question)) for question in questions() if question != LONG)
    for refused in (reply.body for reply in replies if reply.status != 200):
        said = str(json.loads(refused)["hint"])
        assert not any(word in said for word in ("limits=", "Python", "--limit", "decide="))


@pytest.mark.parametrize(
    "question",
    [
        {"expression": "2d6", "faces": [3, 4], "decisions": ["yes"]},
        {"expression": "2d6r<=2?", "faces": [3, 4], "decisions": ["keep"]},
        {"rule": "scores.test", "parameters": {}, "faces": [4], "decisions": ["yes"]},
        {
            "rule": "triumph.check",
            "parameters": {"dc": 15, "dice": "1d20♻"},
            "faces": [1],
            "decisions": ["keep", "keep"],
        },
    ],
)
def test_decisions_that_nobody_asked_for_are_refused(question: dict[str, Any]) -> None:
    with pytest.raises(AstragalError) as caught:
        Service().ask("roll", question)
    assert caught.value.code == "too-many-decisions"
    fewer = {**question, "decisions": question["decisions"][:-1]}
    assert Service().ask("roll", fewer)["roll"]["faces"] == question["faces"]
