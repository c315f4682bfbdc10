"""The server in tests: in this process, or as a program of its own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import httpx

from astragal.server import Settings, create_app
from astragal.server.logs import Log
from astragal.server.run import listen, run
from tests.support.processes import unmeasured

GENEROUS = Settings(rate=1e6, burst=1_000_000, seconds=60.0)
"""Settings under which tests may ask as often as they like, on a busy machine too."""


class Served(NamedTuple):
    """A client of the server, and the server's log."""

    client: httpx.AsyncClient
    log: StringIO


@asynccontextmanager
async def served(settings: Settings = GENEROUS, **given: Any) -> AsyncIterator[Served]:
    """A server in this process, with its workers."""
    log = StringIO()
    app = create_app(settings, log=Log(log), **given)
    async with app.router.lifespan_context(app):
        carrier = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=carrier, base_url="http://localhost") as client:
            yield Served(client, log)


@contextmanager
def program(*options: str, log: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a server that runs as a program, and its process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "astragal", "serve", "--port", "0", "--log", str(log), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=unmeasured() | {"PYTHONWARNINGS": "error"},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        said = process.stdout.readline()
        assert said.startswith("Astragal is at "), process.stderr.read()
        yield said.split()[-1], process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)
        process.stdout.close()
        process.stderr.close()


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that a server started, and those that they started."""
    found: list[int] = []
    left = [process.pid]
    while left:
        parent = left.pop()
        for path in Path(f"/proc/{parent}/task").glob("*/children"):
            left += map(int, path.read_text().split())
            found += map(int, path.read_text().split())
    return found


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


async def until(condition: Any, seconds: float = 10.0) -> None:
    """Wait until something holds."""
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it never came to hold")


@contextmanager
def running(settings: Settings = GENEROUS, patience: float = 10.0) -> Iterator[str]:
    """The address of a real server in a thread of this process."""
    app, over, ready = create_app(settings), Event(), Event()
    given = {"log": Log(), "started": ready.set, "over": over.wait, "patience": patience}
    with listen("127.0.0.1", 0) as place:
        thread = Thread(target=run, args=(app, place), kwargs=given)
        thread.start()
        try:
            assert ready.wait(30)
            yield f"http://127.0.0.1:{place.getsockname()[1]}"
        finally:
            over.set()
            thread.join()


async def worker_questions(server: Served) -> dict[str, int]:
    """How many questions were given to workers, by what became of them."""
    text = (await server.client.get("/metrics")).text
    found = re.findall(
        r'^astragal_worker_questions_total\{how="(\w+)"\} (\d+)$', text, re.MULTILINE
    )
    return {how: int(count) for how, count in found}
