"""Answers over HTTP are the service's own, byte for byte."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlencode

from astragal.catalogue import all_rules
from astragal.rolling.sources import SeededSource
from astragal.server.endpoints import endpoints
from astragal.server.reading import is_text
from astragal.service import Service
from astragal.service.question import all_questions
from tests.support.questions import questions
from tests.support.serving import Served, served

QUESTIONS = questions()


def test_the_suite_asks_everything() -> None:
    assert {each["ask"] for each in QUESTIONS} >= {*all_questions()} - {"reveal"}
    assert {each["rule"] for each in QUESTIONS if "rule" in each} >= {
        rule.name for rule in all_rules()
    }
    assert len({each["expression"] for each in QUESTIONS if "expression" in each}) >= 50
    assert json.loads(json.dumps(QUESTIONS)) == QUESTIONS


def test_every_question_has_the_same_answer_over_http() -> None:
    async def check() -> set[int]:
        async with served() as server:
            return {await _compared(server, question) for question in QUESTIONS}

    assert asyncio.run(check()) == {200, 400, 404, 422}


async def _compared(server: Served, question: dict[str, object]) -> int:
    fields = {name: value for name, value in question.items() if name != "ask"}
    reply = Service().reply_to(question["ask"], fields)
    ask = all_questions().get(str(question["ask"]))
    if ask is None:
        answer = await server.client.post(f"/api/v1/{question['ask']}", json=fields)
        assert (answer.status_code, reply.status) == (404, 404)
        return 404
    answers = [await server.client.post(f"/api/v1/{ask.name}", content=json.dumps(fields), headers=_JSON)]
    if ask.pure and _fits_a_query(fields):
        known = {each.name: each for each in ask.fields}
        query = {
            name: value if is_text(known.get(name)) else json.dumps(value)
            for name, value in fields.items()
            if value is not None
        }
        answers.append(await server.client.get(f"/api/v1/{ask.name}?{urlencode(query)}"))
    for answer in answers:
        assert (answer.status_code, answer.content.decode()) == reply, question
    return reply.status


_JSON = {"Content-Type": "application/json"}


def _fits_a_query(fields: dict[str, object]) -> bool:
    return "\ud800" not in str(fields.get("expression"))


def test_a_rule_has_an_address_of_its_own() -> None:
    async def check() -> None:
        async with served() as server:
            for question in QUESTIONS:
                game, _, rule = str(question.get("rule", "")).partition(".")
                ask = str(question["ask"])
                fields = {n: v for n, v in question.items() if n not in ("ask", "rule")}
                if not rule or "expression" in fields:
                    continue
                answer = await server.client.post(f"/api/v1/games/{game}/{rule}/{ask}", json=fields)
                reply = Service().reply_to(ask, {**fields, "rule": f"{game}.{rule}"})
                assert (answer.status_code, answer.text) == reply, question

    asyncio.run(check())


def test_what_the_address_says_may_not_be_said_again() -> None:
    async def check() -> None:
        async with served() as server:
            for name in ("rule", "expression", "token"):
                asked = {name: "tiers.check", "parameters": {"stat": 45}}
                answer = await server.client.post("/api/v1/games/tiers/check/advise", json=asked)
                assert answer.status_code == 400
                assert answer.json()["code"] == "unknown-field"

    asyncio.run(check())


def test_a_roll_that_is_not_small_goes_on_with_the_faces_it_has() -> None:
    """It is begun in the server and ended by a worker: it may not be rolled anew for that."""

    async def rolled(text: str) -> list[int]:
        async with served(source=SeededSource("exploding")) as server:
            answer = await server.client.post("/api/v1/roll", json={"expression": text})
            faces: list[int] = answer.json()["roll"]["faces"]
            return faces

    text = "150d2!"
    expected = Service(source=SeededSource("exploding")).ask("roll", {"expression": text})
    faces = expected["roll"]["faces"]
    assert len(faces) > 150 + 50
    first = asyncio.run(rolled(text))
    # A worker has a copy of the source, so only what was drawn before is the same.
    assert first[:150] == faces[:150]


def test_endpoints_follow_from_questions_and_games() -> None:
    found = endpoints()
    about_rules = [each for each in all_questions().values() if each.about_rules]
    assert len(found) == len(all_questions()) + len(about_rules) * len(all_rules())
    assert found["/api/v1/roll"].methods == ("POST",)
    assert found["/api/v1/odds"].methods == ("GET", "POST")
