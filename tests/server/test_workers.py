"""Slow questions, lost workers, clients that leave, stall or flood: others are served meanwhile."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from astragal.limits import Limits
from astragal.server.problems import HttpProblemError
from astragal.server.turns import Turns
from tests.support.serving import GENEROUS, program, running, served, until, workers_of

SLOW = "300d1000kh150"
"""Dice whose odds take ten seconds and more, in steps of seconds, if the limits allow it."""
LAVISH = GENEROUS._replace(limits=Limits(odds=10**13))

ALMOST_TOO_SLOW = "50d20/50d20"
"""Takes nearly as long as a worker has, under the usual limits."""


def metric(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_what_takes_too_long_is_ended_and_others_are_served_meanwhile() -> None:
    async def asks() -> None:
        async with served(LAVISH._replace(workers=2, seconds=3.0)) as server:
            slow = asyncio.create_task(
                server.client.post("/api/v1/odds", json={"expression": SLOW})
            )
            for number in range(20, 30):
                quick = await server.client.post(
                    "/api/v1/odds", json={"expression": f"{number}d10kh10"}
                )
                assert quick.status_code == 200
                roll = await server.client.post("/api/v1/roll", json={"expression": "4d6kh3"})
                assert roll.status_code == 200
            answer = await slow
            assert answer.status_code == 503
            assert answer.json()["code"] == "too-slow"
            again = await server.client.post("/api/v1/odds", json={"expression": "200d6"})
            assert again.status_code == 200

    asyncio.run(asks())


def test_work_is_ended_when_the_client_has_gone() -> None:
    """With one worker: the next question is answered long before the first would be."""

    async def asks(address: str) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            with pytest.raises(httpx.ReadTimeout):
                await client.post("/api/v1/odds", json={"expression": SLOW}, timeout=0.5)
            answer = await client.post("/api/v1/odds", json={"expression": "200d6"})
            assert answer.status_code == 200
            metrics = (await client.get("/metrics")).text
            assert metric(metrics, 'astragal_worker_questions_total{how="unwanted"}') == 1
            assert metric(metrics, 'astragal_requests_total{route="odds",status="gone"}') == 1
            assert metric(metrics, "astragal_workers_free") == 1

    with running(LAVISH._replace(workers=1, seconds=300)) as address:
        asyncio.run(asks(address))


def test_who_leaves_while_waiting_makes_room() -> None:
    async def asks(address: str) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            slow = [
                asyncio.create_task(
                    client.post("/api/v1/odds", json={"expression": SLOW}, timeout=1)
                )
                for _ in range(3)
            ]
            for each in slow:
                with pytest.raises(httpx.ReadTimeout):
                    await each
            answer = await client.post("/api/v1/odds", json={"expression": "200d6"})
            assert answer.status_code == 200
            metrics = (await client.get("/metrics")).text
            assert metric(metrics, "astragal_questions_waiting") == 0

    with running(LAVISH._replace(workers=1, seconds=300)) as address:
        asyncio.run(asks(address))


@pytest.mark.slow
def test_a_killed_worker_gets_its_typed_answer_and_another_takes_its_place(tmp_path: Path) -> None:
    async def asks(address: str, children: list[int]) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            slow = asyncio.create_task(
                client.post("/api/v1/odds", json={"expression": ALMOST_TOO_SLOW})
            )
            await asyncio.sleep(0.3)
            busy = max(children, key=_processor_time)
            os.kill(busy, signal.SIGKILL)
            answer = await slow
            assert (answer.status_code, answer.json()["code"]) == (503, "worker-lost")
            for number in range(4):
                again = await client.post("/api/v1/odds", json={"expression": f"{200 + number}d6"})
                assert again.status_code == 200

    with program("--workers", "1", log=tmp_path / "log") as (address, process):
        asyncio.run(asks(address, workers_of(process)))


@pytest.mark.slow
def test_workers_that_are_killed_while_idle_are_replaced(tmp_path: Path) -> None:
    async def asks(address: str, children: list[int]) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            for number in range(3):
                for worker in children:
                    with suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)
                await asyncio.sleep(0.5)  # so that it is noticed before there is work again
                asked = [{"expression": f"{200 + 10 * number + more}d6"} for more in range(3)]
                answers = [await client.post("/api/v1/odds", json=each) for each in asked]
                assert {each.status_code for each in answers} <= {200, 503}
                assert answers[-1].status_code == 200
                assert (await client.get("/readyz")).status_code == 200

    with program("--workers", "2", log=tmp_path / "log") as (address, process):
        asyncio.run(asks(address, workers_of(process)[-2:]))


def test_a_long_question_is_read_by_a_worker_too() -> None:
    """Numbers that take seconds to read would keep everybody waiting."""
    long = b'{"expression": "2d6", "faces": [' + b"1e308," * 1000 + b"1]}"

    async def asks() -> None:
        async with served() as server:
            headers = {"Content-Type": "application/json"}
            for asked, status in ((b"[" * 5000, 400), (long, 422), (b"[" * 4000, 400)):
                answer = await server.client.post("/api/v1/roll", content=asked, headers=headers)
                assert answer.status_code == status, answer.text
            metrics = (await server.client.get("/metrics")).text
            assert metric(metrics, 'astragal_worker_questions_total{how="answered"}') == 2

    asyncio.run(asks())


def _processor_time(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_a_flood_of_one_client_is_refused_with_typed_answers() -> None:
    async def asks() -> None:
        settings = GENEROUS._replace(workers=1, waiting=8, waiting_each=4)
        async with served(settings) as server:
            heavy = [{"expression": f"{100 + n}d10kh50"} for n in range(12)]
            answers = await asyncio.gather(
                *(server.client.post("/api/v1/odds", json=each) for each in heavy)
            )
            codes = sorted(each.status_code for each in answers)
            assert codes == [200] * 5 + [429] * 7
            refused = [each for each in answers if each.status_code == 429]
            assert {each.json()["code"] for each in refused} == {"too-many-at-once"}
            assert {each.headers["retry-after"] for each in refused} == {"1"}

    asyncio.run(asks())


def test_clients_take_turns() -> None:
    async def trial() -> list[str]:
        turns, order = Turns(1, waiting=100, waiting_each=100), []

        async def asks(client: str) -> None:
            async with turns.of(client):
                order.append(client)
                await asyncio.sleep(0)

        await asyncio.gather(*map(asks, ["flood"] * 20 + ["ann", "bob"] + ["flood"] * 5))
        assert (turns.free, turns.waiting) == (1, 0)
        return order

    order = asyncio.run(trial())
    assert order.index("ann") <= 3
    assert order.index("bob") <= 4
    assert len(order) == 27


def test_too_many_who_wait_are_refused() -> None:
    async def trial() -> None:
        turns = Turns(1, waiting=2, waiting_each=9)

        async def asks(client: str) -> None:
            async with turns.of(client):
                await asyncio.sleep(0)

        found = await asyncio.gather(*map(asks, "abcd"), return_exceptions=True)
        assert [each.code for each in found if isinstance(each, HttpProblemError)] == ["busy"]

    asyncio.run(trial())


def test_a_place_is_passed_on_when_its_owner_is_cancelled_in_the_same_moment() -> None:
    async def trial() -> None:
        turns = Turns(1, waiting=9, waiting_each=9)
        async with turns.of("ann"):
            waiting = asyncio.create_task(_takes(turns))
            await asyncio.sleep(0)
        waiting.cancel()  # it has the place by now, but has not run since
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert turns.free == 1

    asyncio.run(trial())


async def _takes(turns: Turns) -> None:
    async with turns.of("bob"):
        raise AssertionError("it was cancelled before")


# Slow clients


@pytest.fixture(scope="module")
def impatient() -> Iterator[str]:
    settings = GENEROUS._replace(workers=1, body_seconds=0.2)
    with running(settings, patience=0.3) as address:
        yield address


def connected(address: str) -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    found = socket.create_connection((host, int(port)), timeout=10)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return found


def received(client: socket.socket) -> bytes:
    """What arrives up to the end of a JSON object."""
    answer = b""
    while not answer.endswith(b"}") and (part := client.recv(10_000)):
        answer += part
    return answer


def is_served(address: str) -> bool:
    return httpx.post(f"{address}/api/v1/roll", json={"expression": "2d6"}).status_code == 200


UNFINISHED = (
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    b"POST /api/v1/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 100\r\n\r\n",
)


@pytest.mark.parametrize("sent", UNFINISHED)
def test_who_sends_no_headers_is_let_go(impatient: str, sent: bytes) -> None:
    with connected(impatient) as client:
        client.sendall(sent)
        assert is_served(impatient)
        with suppress(ConnectionResetError):
            assert client.recv(100) == b""


def test_who_sends_the_body_too_slowly_is_told(impatient: str) -> None:
    with connected(impatient) as client:
        client.sendall(
            b"POST /api/v1/roll HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        )
        assert is_served(impatient)
        answer = received(client)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"slow-question" in answer


def test_who_does_not_fetch_an_answer_is_let_go(impatient: str) -> None:
    asked = b'{"expression": "40d100kh20"}'
    head = (
        "POST /api/v1/odds HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(asked)}\r\n\r\n"
    )
    with connected(impatient) as client:
        for _ in range(20):  # more than ten megabytes: the system itself does not take so much
            client.sendall(head.encode() + asked)
        assert is_served(impatient)
        ended = select.poll()
        ended.register(client, 0)
        assert ended.poll(20_000)


def test_what_is_not_http_gets_a_problem_document(impatient: str) -> None:
    with connected(impatient) as client:
        client.sendall(b"\x16\x03\x01 is it encrypted?\r\n\r\n")
        answer = received(client)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"application/problem+json" in answer


ENDLESS = {
    "an address": (b"GET /", b"a" * 1000),
    "headers": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 200),
    "a header": (b"GET / HTTP/1.1\r\na: ", b"b" * 1000),
    "empty lines": (b"", b"\r\n" * 500),
    "trailers": (
        b"POST /api/v1/roll HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n",
        b"a: b\r\n" * 200,
    ),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_refused(impatient: str, what: str) -> None:
    begun, more = ENDLESS[what]
    with connected(impatient) as client:
        client.sendall(begun)
        with suppress(ConnectionError):
            for _ in range(10_000):
                client.sendall(more)
            raise AssertionError("ten megabytes were taken")
    assert is_served(impatient)


def test_long_headers_get_a_problem_document(impatient: str) -> None:
    with connected(impatient) as client:
        client.sendall(b"GET / HTTP/1.1\r\na: " + b"b" * 66_000)
        answer = received(client)
        assert answer.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
        assert b"headers-too-long" in answer
        assert b"nosniff" in answer


def test_a_body_is_no_header(impatient: str) -> None:
    asked = b'{"expression": "2d6", "faces": [1, 2]' + b" " * 200_000 + b"}"
    answer = httpx.post(
        f"{impatient}/api/v1/roll", content=asked, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 200


def test_one_client_has_so_many_connections_and_no_more(impatient: str) -> None:
    answered = 0
    with ExitStack() as opened:
        for _ in range(130):
            with suppress(ConnectionError):
                client = opened.enter_context(connected(impatient))
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                answered += client.recv(12) == b"HTTP/1.1 200"
        assert answered == 100

    def is_served_again() -> bool:
        with suppress(httpx.TransportError):
            return is_served(impatient)
        return False

    asyncio.run(until(is_served_again))


def test_an_idle_connection_is_kept(impatient: str) -> None:
    with httpx.Client(base_url=impatient) as client:
        client.get("/healthz")
        time.sleep(1)
        assert client.get("/healthz").status_code == 200


# The end


@pytest.mark.slow
def test_the_server_ends_cleanly_whatever_its_workers_do(tmp_path: Path) -> None:
    log = tmp_path / "log"

    async def asks(address: str, children: list[int], end: Iterator[None]) -> None:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            slow = asyncio.create_task(
                client.post("/api/v1/odds", json={"expression": ALMOST_TOO_SLOW})
            )
            await asyncio.sleep(0.3)
            next(end, None)
            answer = await slow  # what is under way is finished, or ended in time
            assert answer.status_code in (200, 422, 503)
            await until(lambda: not any(Path(f"/proc/{each}").exists() for each in children))

    def terminate(process: int) -> Iterator[None]:
        os.kill(process, signal.SIGTERM)
        yield

    with program("--workers", "2", log=log) as (address, process):
        children = workers_of(process)
        assert len(children) >= 3
        asyncio.run(asks(address, children, terminate(process.pid)))
        process.wait(10)
    assert log.read_text().splitlines()[-1].endswith('"event": "stopped"}')


LATER = """
import sys
from astragal.server.tasks import load
from astragal.service import Service
load()
loaded = set(sys.modules)
for asked in (
    {"expression": "3d6! + 1d4"},
    {"expression": "1d20/1d6"},
    {"rule": "tiers.test", "parameters": {"stats": [45], "tier": 2}},
    {"rule": "tiers.check", "parameters": {"stat": 45, "advantages": 2}},
):
    assert Service().reply_to("odds", asked).status == 200, asked
print(sorted(each for each in set(sys.modules) - loaded if each.startswith("astragal")))
"""


@pytest.mark.slow
def test_a_worker_that_was_just_started_waits_for_no_modules_of_odds() -> None:
    done = subprocess.run([sys.executable, "-c", LATER], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
