"""What requests are refused, how answers may be kept, and what is logged and counted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from astragal.server import Settings
from astragal.server.logs import Log
from tests.support.serving import GENEROUS, Served, served

Asks = Callable[[Served], Awaitable[Any]]


def with_server(asks: Asks, settings: Settings = GENEROUS, **given: Any) -> Any:
    async def run() -> Any:
        async with served(settings, **given) as server:
            return await asks(server)

    return asyncio.run(run())


def is_problem(answer: httpx.Response, status: int, code: str) -> bool:
    """Whether an answer is a problem document, complete and with this code."""
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    assert {"type", "title", "status", "detail", "code", "message", "hint"} <= problem.keys()
    assert problem["type"] == f"/errors#{problem['code']}"
    return (answer.status_code, problem["status"], problem["code"]) == (status, status, code)


JSON = {"Content-Type": "application/json"}

REFUSED: dict[str, tuple[str, str, dict[str, Any], int, str]] = {
    "an unknown address": ("GET", "/nothing", {}, 404, "no-such-place"),
    "an unknown question": ("POST", "/api/v1/rol", {"json": {}}, 404, "no-such-question"),
    "an unknown rule": ("POST", "/api/v1/games/tiers/chek/odds", {}, 404, "no-such-rule"),
    "an unknown game": ("POST", "/api/v1/games/chess/check/odds", {}, 404, "no-such-game"),
    "a question of no rule": ("POST", "/api/v1/games/tiers/check/games", {}, 404, "no-such-place"),
    "too many parts": ("GET", "/api/v1/a/b", {}, 404, "no-such-place"),
    "GET for a roll": ("GET", "/api/v1/roll", {}, 405, "wrong-method"),
    "DELETE": ("DELETE", "/api/v1/odds", {}, 405, "wrong-method"),
    "POST for the page": ("POST", "/", {}, 405, "wrong-method"),
    "a form": ("POST", "/api/v1/roll", {"data": {"expression": "2d6"}}, 415, "not-json"),
    "compressed": (
        "POST",
        "/api/v1/roll",
        {"headers": {**JSON, "Content-Encoding": "gzip"}, "content": b"{}"},
        415,
        "packed-question",
    ),
    "compressed twice": (
        "POST",
        "/api/v1/odds",
        {"headers": {**JSON, "Content-Encoding": "identity, br"}, "content": b"{}"},
        415,
        "packed-question",
    ),
    "another charset": (
        "POST",
        "/api/v1/roll",
        {"headers": {"Content-Type": "application/json; charset=latin-1"}, "content": b"{}"},
        415,
        "not-utf-8",
    ),
    "another charset in quotes": (
        "POST",
        "/api/v1/roll",
        {"headers": {"Content-Type": 'application/json; v=1; Charset="UTF-16"'}, "content": b"{}"},
        415,
        "not-utf-8",
    ),
    "no type": ("POST", "/api/v1/roll", {"content": b"{}"}, 415, "not-json"),
    "no body": ("POST", "/api/v1/roll", {"headers": JSON}, 400, "not-json"),
    "not UTF-8": ("POST", "/api/v1/roll", {"headers": JSON, "content": b"\xff"}, 400, "not-json"),
    "a list": ("POST", "/api/v1/roll", {"json": []}, 400, "not-json"),
    "a name twice": ("GET", "/api/v1/odds?aim=a&aim=b", {}, 400, "named-twice"),
    "no pairs": ("GET", "/api/v1/odds?2d6", {}, 400, "not-a-query"),
    "bad escapes": ("GET", "/api/v1/odds?expression=%ff", {}, 400, "not-a-query"),
    "a field that is not JSON": ("GET", "/api/v1/odds?variables=x", {}, 400, "not-json"),
    "a token in an address": ("GET", "/api/v1/advise?token={}", {}, 400, "bad-field"),
    "a value of a rule outside of its parameters": (
        "POST",
        "/api/v1/games/tiers/check/odds",
        {"json": {"stat": 43}},
        400,
        "unknown-field",
    ),
    "an unknown field": ("GET", "/api/v1/odds?colour=red", {}, 400, "unknown-field"),
    "dice that nobody can roll": ("GET", "/api/v1/odds?expression=2d", {}, 422, "missing-sides"),
    "a foreign host": ("GET", "/", {"headers": {"Host": "evil.example"}}, 421, "foreign-host"),
    "a host with our name in it": (
        "GET",
        "/healthz",
        {"headers": {"Host": "localhost.evil.example"}},
        421,
        "foreign-host",
    ),
    "an address while bound to this machine": (
        "GET",
        "/healthz",
        {"headers": {"Host": "192.0.2.1"}},
        421,
        "foreign-host",
    ),
    "a foreign page": (
        "POST",
        "/api/v1/roll",
        {"json": {}, "headers": {"Origin": "https://evil.example"}},
        403,
        "foreign-origin",
    ),
    "another port of this machine": (
        "POST",
        "/api/v1/roll",
        {"json": {}, "headers": {"Origin": "http://localhost:9999"}},
        403,
        "foreign-origin",
    ),
    "a page without an origin": (
        "POST",
        "/api/v1/roll",
        {"json": {}, "headers": {"Origin": "null"}},
        403,
        "foreign-origin",
    ),
    "an image on a foreign page": (
        "GET",
        "/api/v1/odds?expression=2d6",
        {"headers": {"Sec-Fetch-Site": "cross-site"}},
        403,
        "foreign-origin",
    ),
}


def test_every_refusal_is_a_problem_document() -> None:
    async def asks(server: Served) -> None:
        for name, (method, path, given, status, code) in REFUSED.items():
            answer = await server.client.request(method, path, **given)
            assert is_problem(answer, status, code), (name, answer.text)

    with_server(asks)


def test_a_wrong_method_is_told_the_right_ones() -> None:
    async def asks(server: Served) -> None:
        answer = await server.client.put("/api/v1/odds")
        assert answer.headers["allow"] == "GET, POST"
        assert "GET" in (await server.client.delete("/healthz")).headers["allow"]

    with_server(asks)


def test_our_own_page_may_ask() -> None:
    async def asks(server: Served) -> None:
        headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
        answer = await server.client.post(
            "/api/v1/roll", json={"expression": "2d6"}, headers=headers
        )
        assert answer.status_code == 200

    with_server(asks)


def test_a_server_for_others_is_reached_by_its_names_and_by_numbers() -> None:
    async def asks(server: Served) -> list[int]:
        hosts = ("dice.example:80", "192.0.2.1:8216", "[2001:db8::1]:1", "evil.example", "")
        answers = [await server.client.get("/healthz", headers={"Host": each}) for each in hosts]
        return [each.status_code for each in answers]

    settings = GENEROUS._replace(hosts=("dice.example",), any_address=True)
    assert with_server(asks, settings) == [200, 200, 200, 421, 421]


# Sizes


def test_a_body_that_is_too_large_is_refused_before_it_is_read() -> None:
    async def parts() -> Any:
        for _ in range(10):
            yield b" " * 200

    async def asks(server: Served) -> None:
        for given in ({"json": {"expression": "1" * 1000}}, {"content": parts(), "headers": JSON}):
            answer = await server.client.post("/api/v1/odds", **given)
            assert is_problem(answer, 413, "question-too-long")
        answer = await server.client.post("/api/v1/odds", json={"expression": "2d6"})
        assert answer.status_code == 200

    with_server(asks, GENEROUS._replace(body=1000))


def test_expression_bombs_get_their_typed_answer() -> None:
    bombs = {
        "9" * 200: "number-too-long",
        "(" * 60 + "1" + ")" * 60: "too-deep",
        "99999d99999": "too-many-dice",
        "9999d1000000!": "too-many-odds",
        "1d6+" * 5000 + "1": "too-long",
        "1000x(1000x(1d6))": "too-many-results",
    }

    async def asks(server: Served) -> None:
        for text, code in bombs.items():
            answer = await server.client.post("/api/v1/odds", json={"expression": text})
            assert is_problem(answer, 422, code), (text[:20], answer.text)
            assert len(answer.json()["message"]) < 500

    with_server(asks)


# Rates


def test_who_asks_too_often_is_told_when_to_ask_again() -> None:
    now = 0.0

    async def asks(server: Served) -> None:
        nonlocal now
        ask = {"expression": "2d6"}
        for _ in range(4):
            assert (await server.client.post("/api/v1/roll", json=ask)).status_code == 200
        refused = await server.client.post("/api/v1/roll", json=ask)
        assert is_problem(refused, 429, "too-many-questions")
        assert refused.headers["retry-after"] == "1"
        assert (await server.client.get("/healthz")).status_code == 200
        now += 0.5
        assert (await server.client.post("/api/v1/roll", json=ask)).status_code == 200
        metrics = (await server.client.get("/metrics")).text
        assert 'astragal_refused_total{why="rate"} 1' in metrics

    with_server(asks, Settings(rate=2, burst=4), clock=lambda: now)


def test_a_question_for_a_worker_counts_for_several() -> None:
    async def asks(server: Served) -> list[int]:
        heavy = {"expression": "100d6"}
        answers = [await server.client.post("/api/v1/odds", json=heavy) for _ in range(3)]
        return [each.status_code for each in answers]

    settings = Settings(rate=0.001, burst=8, worker_price=5, kept=0)
    assert with_server(asks, settings) == [200, 429, 429]


# Answers that are kept


def test_odds_never_change_and_rolls_are_never_kept() -> None:
    async def asks(server: Served) -> None:
        odds = await server.client.get("/api/v1/odds?expression=2d6")
        assert odds.headers["cache-control"] == "public, max-age=600"
        tag = odds.headers["etag"]
        again = await server.client.get(
            "/api/v1/odds?expression=2d6", headers={"If-None-Match": f'"other", {tag}'}
        )
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        other = await server.client.get(
            "/api/v1/odds?expression=3d6", headers={"If-None-Match": tag}
        )
        assert other.status_code == 200
        refused = await server.client.get("/api/v1/odds?expression=2d")
        assert "etag" not in refused.headers
        roll = await server.client.post("/api/v1/roll", json={"expression": "2d6"})
        assert roll.headers["cache-control"] == "no-store"

    with_server(asks)


def test_head_is_get_without_the_answer() -> None:
    async def asks(server: Served) -> None:
        path = "/api/v1/odds?expression=2d6"
        got, head = await server.client.get(path), await server.client.head(path)
        assert head.content == b""
        assert head.headers == got.headers

    with_server(asks)


def test_what_was_asked_before_is_answered_from_memory() -> None:
    async def asks(server: Served) -> str:
        for _ in range(3):
            await server.client.get("/api/v1/odds?expression=100d6")
            await server.client.post("/api/v1/roll", json={"expression": "2d6"})
        return (await server.client.get("/metrics")).text

    metrics = with_server(asks)
    assert "\nastragal_kept_answers_total 2\n" in metrics
    assert 'astragal_worker_questions_total{how="answered"} 1' in metrics


# The server itself


def test_health_readiness_and_the_description() -> None:
    async def asks(server: Served) -> None:
        assert (await server.client.get("/healthz")).json() == {"status": "alive"}
        assert (await server.client.get("/readyz")).json() == {"status": "ready"}
        described = (await server.client.get("/openapi.json")).json()
        assert described["openapi"] == "3.1.0"
        assert {"get", "post"} == described["paths"]["/api/v1/odds"].keys()

    with_server(asks)


def test_a_server_without_workers_is_not_ready() -> None:
    async def asks() -> httpx.Response:
        from astragal.server import create_app

        carrier = httpx.ASGITransport(app=create_app())
        async with httpx.AsyncClient(transport=carrier, base_url="http://localhost") as client:
            heavy = await client.post("/api/v1/odds", json={"expression": "100d6"})
            assert is_problem(heavy, 503, "closing")
            return await client.get("/readyz")

    assert is_problem(asyncio.run(asks()), 503, "not-ready")


def test_the_log_tells_no_secrets() -> None:
    secret = "correct horse battery"

    async def asks(server: Served) -> list[dict[str, Any]]:
        ask = server.client
        await ask.post("/api/v1/roll", json={"expression": "2d6", "seed": secret})
        await ask.get("/api/v1/read", params={"text": secret})
        await ask.post("/api/v1/resume", json={"token": {"token": secret}})
        await ask.get(f"/{secret}", headers={"Cookie": secret, "Authorization": secret})
        await ask.request("BATTERY", "/api/v1/roll")
        assert "horse" not in server.log.getvalue()
        return [json.loads(line) for line in server.log.getvalue().splitlines()]

    lines = with_server(asks)
    assert [line["event"] for line in lines] == ["started", *["request"] * 5]
    assert lines[1].keys() == {
        "at", "event", "method", "route", "status", "milliseconds", "bytes",
    }  # fmt: skip
    assert [line["route"] for line in lines[1:]] == ["roll", "read", "resume", "other", "roll"]


def test_an_error_of_ours_is_a_problem_and_is_logged_without_its_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def breaks(*_: Any) -> Any:
        raise ZeroDivisionError("the seed is 42")

    async def asks(server: Served) -> httpx.Response:
        monkeypatch.setattr("astragal.server.api.Service.reply_given", breaks)
        answer = await server.client.post("/api/v1/roll", json={"expression": "2d6"})
        line = json.loads(server.log.getvalue().splitlines()[1])
        assert (line["event"], line["kind"]) == ("error", "ZeroDivisionError")
        assert "test_requests.py" in line["places"][-1]
        assert "seed" not in server.log.getvalue()
        return answer

    answer = with_server(asks)
    assert is_problem(answer, 500, "internal-error")
    assert "seed" not in answer.text


def test_a_log_to_nowhere_writes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    Log().write("request", route="odds")
    assert capfd.readouterr() == ("", "")


def test_too_many_requests_at_once_are_refused() -> None:
    async def asks(server: Served) -> list[int]:
        heavy = [{"expression": f"{100 + n}d6"} for n in range(6)]
        answers = await asyncio.gather(
            *(server.client.post("/api/v1/odds", json=each) for each in heavy)
        )
        return sorted(each.status_code for each in answers)

    assert with_server(asks, GENEROUS._replace(under_way=4)) == [200] * 4 + [503] * 2


def test_every_answer_has_safe_headers() -> None:
    async def asks(server: Served) -> None:
        for path in ("/", "/healthz", "/metrics", "/nothing", "/api/v1/games", "/openapi.json"):
            headers = (await server.client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff", path
            assert "default-src 'none'" in headers["content-security-policy"], path
            assert "frame-ancestors 'none'" in headers["content-security-policy"], path

    with_server(asks)


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "application/json; charset=utf-8"},
        {"Content-Type": 'Application/JSON; charset="UTF-8"'},
        {"Content-Type": "application/json", "Content-Encoding": "identity"},
        {"Content-Type": "application/json;"},
    ],
)
def test_a_question_as_it_is_and_in_utf_8_is_answered(headers: dict[str, str]) -> None:
    body = json.dumps({"expression": "2d6"})
    ask = lambda server: server.client.post("/api/v1/odds", content=body, headers=headers)  # noqa: E731
    assert with_server(ask).status_code == 200
