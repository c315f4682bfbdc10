"""Where a question is answered, and what ends an answer that takes too much."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from tools.hostile_questions import ROLLED_OPERANDS

from astragal.limits import Limits
from astragal.server import Settings
from tests.support.serving import GENEROUS, Served, served, worker_questions

USUAL = ("1d6", "3d6", "4d6kh3", "d20+5 >= 15")
HOSTILE = (*ROLLED_OPERANDS[:15], "9999d6", "1d1000000", "(1d6)d(1d1000)", "999d999kh500")

Asked = tuple[str, dict[str, Any]]
SMALL: tuple[Asked, ...] = (
    *((ask, {"expression": text}) for ask in ("roll", "odds") for text in USUAL),
    ("roll", {"rule": "tiers.check", "parameters": {"stat": 45, "tier": "Hard"}}),
    ("games/target/attack/roll", {"parameters": {"armor_class": 15, "damage": "1d8+3"}}),
    ("read", {"text": "d20 with advantage"}),
    ("complete", {"text": "4d6k"}),
    ("games", {}),
    ("game", {"name": "tiers"}),
)
MISTAKES: tuple[Asked, ...] = (
    ("odds", {"expresion": "1d(1d1000000)"}),
    ("odds", {"expression": 1}),
    ("sweep", {"expression": "1d6"}),
    ("games/tiers/test/odds", {"rule": "tiers.test"}),
)


def post(server: Served, asked: Asked) -> Any:
    return server.client.post(f"/api/v1/{asked[0]}", json=asked[1])


def test_small_questions_never_reach_a_worker_and_cost_one_token() -> None:
    async def asks() -> None:
        settings = Settings(rate=0.001, burst=len(SMALL) + len(MISTAKES))
        async with served(settings) as server:
            assert {(await post(server, each)).status_code for each in SMALL} == {200}
            assert {(await post(server, each)).status_code for each in MISTAKES} == {400}
            assert await worker_questions(server) == {}
            assert (await post(server, SMALL[0])).status_code == 429

    asyncio.run(asks())


@pytest.mark.slow
def test_hostile_questions_always_reach_a_worker_and_end_in_time() -> None:
    async def asks() -> None:
        async with served(GENEROUS._replace(seconds=0.5)) as server:
            asked = [(ask, {"expression": text}) for ask in ("odds", "steps") for text in HOSTILE]
            for number, each in enumerate(asked, 1):
                answer = await post(server, each)
                assert answer.status_code in (200, 422, 503), (each, answer.text[:300])
                assert sum((await worker_questions(server)).values()) == number, each

    asyncio.run(asks())


LAVISH = Limits(odds=10**13, memory=10**6, written=10**9, sides=10**7)
MEMORY = 220
"""MiB: some fifty more than a worker begins with."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems need not hold the limit")
def test_a_worker_that_runs_out_of_memory_is_replaced() -> None:
    async def asks() -> None:
        settings = GENEROUS._replace(workers=1, memory=MEMORY, limits=LAVISH)
        async with served(settings) as server:
            for number in range(2):
                answer = await post(server, ("odds", {"expression": f"1d3000000-1d5+{number}"}))
                assert (answer.status_code, answer.json()["code"]) == (422, "no-memory")
                assert f"{MEMORY} MiB" in answer.json()["message"]
                again = await post(server, ("odds", {"expression": f"{100 + number}d6"}))
                assert again.status_code == 200
            assert await worker_questions(server) == {"memory": 2, "answered": 2}

    asyncio.run(asks())


class Aborts:
    """A source that ends its process as the library for long numbers does without memory."""

    def draw(self, die: Any, count: int) -> Sequence[int]:
        if count == 1:
            os.abort()
        return [1] * count


def test_a_library_without_memory_is_told_as_such() -> None:
    async def asks() -> None:
        async with served(GENEROUS._replace(workers=1), source=Aborts()) as server:
            answer = await post(server, ("roll", {"expression": "(1)d6"}))
            assert (answer.status_code, answer.json()["code"]) == (422, "no-memory")
            again = await post(server, ("roll", {"expression": "(2)d6"}))
            assert again.status_code == 200
            assert await worker_questions(server) == {"memory": 1, "answered": 1}

    asyncio.run(asks())


class Tells:
    """A source whose faces tell what a process does when it is to end, and how it comes second."""

    def draw(self, die: Any, count: int) -> Sequence[int]:
        ends_at_once = signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        return [1 + ends_at_once, 1 + (os.nice(0) > 0)][:count]


@pytest.mark.skipif(os.name != "posix", reason="processes are ended and ranked otherwise")
def test_a_worker_is_ended_at_once_and_comes_second() -> None:
    """One that only ends between two steps of Python may keep others waiting for seconds."""

    async def asks() -> None:
        async with served(GENEROUS._replace(workers=1), source=Tells()) as server:
            answer = await post(server, ("roll", {"expression": "(2)d6"}))
            assert answer.json()["roll"]["faces"] == [2, 2]

    asyncio.run(asks())
