"""Answers over HTTP are the service's own, byte for byte."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlencode

import pytest

from astragal.catalogue import all_rules
from astragal.rolling.sources import SeededSource
from astragal.server.endpoints import Endpoint, endpoints
from astragal.server.reading import is_text
from astragal.service import Service
from astragal.service.question import all_questions
from tests.support.questions import questions
from tests.support.serving import Served, served

QUESTIONS = questions()
ENDPOINTS = endpoints()


def test_the_suite_asks_everything() -> None:
    assert {each["ask"] for each in QUESTIONS} >= {*all_questions()} - {"reveal"}
    assert {each["rule"] for each in QUESTIONS if "rule" in each} >= {
        rule.name for rule in all_rules()
    }
    assert len({each["expression"] for each in QUESTIONS if "expression" in each}) >= 50
    assert json.loads(json.dumps(QUESTIONS)) == QUESTIONS


@pytest.mark.slow
def test_every_question_has_the_same_answer_over_http() -> None:
    async def check() -> set[int]:
        async with served() as server:
            return {await _compared(server, question) for question in QUESTIONS}

    assert asyncio.run(check()) == {200, 400, 404, 422}


async def _compared(server: Served, question: dict[str, object]) -> int:
    ask, fields = str(question["ask"]), {n: v for n, v in question.items() if n != "ask"}
    reply = Service().reply_to(ask, fields)
    endpoint = ENDPOINTS.get(f"/api/v1/{ask}")
    answers = [await server.client.post(f"/api/v1/{ask}", json=fields)]
    query = None if endpoint is None else _as_query(endpoint, fields)
    if query is not None and len(reply.body) < 1_000_000:
        answers.append(await server.client.get(f"/api/v1/{ask}?{query}"))
    for answer in answers:
        assert (answer.status_code, answer.text) == reply, question
    return reply.status


def _as_query(endpoint: Endpoint, fields: dict[str, object]) -> str | None:
    """The fields as a query, if they can be written as one."""
    if "GET" not in endpoint.methods or not fields.keys() <= endpoint.query_fields.keys():
        return None
    query = {}
    for name, value in fields.items():
        if value is not None:
            text = is_text(endpoint.query_fields[name])
            if text and not isinstance(value, str):
                return None
            query[name] = value if text else json.dumps(value)
    return urlencode(query)


def test_a_rule_has_an_address_of_its_own() -> None:
    async def check() -> None:
        async with served() as server:
            for question in QUESTIONS:
                game, _, rule = str(question.get("rule", "")).partition(".")
                ask = str(question["ask"])
                fields = {n: v for n, v in question.items() if n not in ("ask", "rule")}
                if not rule or "expression" in fields or ask in ("odds", "steps"):
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

    async def rolled() -> tuple[list[int], str]:
        async with served(source=SeededSource("7")) as server:
            answer = await server.client.post("/api/v1/roll", json={"expression": "199d2!"})
            metrics = await server.client.get("/metrics")
            return answer.json()["roll"]["faces"], metrics.text

    alone = Service(source=SeededSource("7")).ask("roll", {"expression": "199d2!"})
    faces, metrics = asyncio.run(rolled())
    assert 'astragal_worker_questions_total{how="answered"} 1' in metrics
    assert len(faces) > 199 + 200
    # The worker's copy of the source is ahead by what was drawn here: only that is the same.
    assert faces[: 199 + 200] == alone["roll"]["faces"][: 199 + 200]


def test_endpoints_follow_from_questions_and_games() -> None:
    found = ENDPOINTS
    about_rules = [each for each in all_questions().values() if each.about_rules]
    assert len(found) == len(all_questions()) + len(about_rules) * len(all_rules())
    assert found["/api/v1/roll"].methods == ("POST",)
    assert found["/api/v1/odds"].methods == ("GET", "POST")
