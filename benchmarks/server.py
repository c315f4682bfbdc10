"""The server beside a bare FastAPI endpoint: requests a second, and the slowest in a hundred.

``python -m benchmarks.server`` starts each server as a process of its own and asks it over several
connections from this one, a server after another and round after round; the best round counts. The
bare endpoint takes a JSON object and gives back a small one. Processor time is that of the server's
process alone, so it does not depend on what else the machine does.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.pages import conditions, run

_CONNECTIONS = 8
_REQUESTS = 1_500
_ROUNDS = 3
_TICK = 0.01
"""Seconds: the unit in which Linux counts processor time."""


class Case(NamedTuple):
    """What is asked, of which server."""

    name: str
    server: str
    path: str
    body: Callable[[int], dict[str, object]]
    requests: int = _REQUESTS


class Measured(NamedTuple):
    """How a server did."""

    rate: float
    slowest: float
    """milliseconds, of all but one in a hundred"""
    processor: float
    """microseconds of the server's process for each request"""


CASES = (
    Case("bare FastAPI endpoint", "bare", "/roll", lambda n: {"expression": "4d6kh3"}),
    Case("roll `4d6kh3`", "1", "/api/v1/roll", lambda n: {"expression": "4d6kh3"}),
    Case("odds `4d6kh3`, cached", "1", "/api/v1/odds", lambda n: {"expression": "4d6kh3"}),
    Case("odds `4d6kh3+n`, small", "1", "/api/v1/odds", lambda n: {"expression": f"4d6kh3+{n}"}),
    *(
        Case(
            f"odds `30d10kh10+n`, {workers} worker{'s' * (workers > 1)}",
            str(workers),
            "/api/v1/odds",
            lambda n: {"expression": f"30d10kh10+{n}"},
            _REQUESTS // 5,
        )
        for workers in (1, 2)
    ),
)


def serve(kind: str) -> None:
    """Be a server, at a port that is told."""
    import uvicorn

    from astragal.server.logs import Log
    from astragal.server.run import listen, settle
    from astragal.server.run import run as run_server

    place = listen("127.0.0.1", 0)
    print(place.getsockname()[1], flush=True)
    if kind == "bare":
        from fastapi import FastAPI

        app = FastAPI()

        @app.post("/roll")
        async def roll(question: dict[str, object]) -> dict[str, object]:
            return {"outcome": 15, "asked": question}

        config = uvicorn.Config(app, http="httptools", access_log=False, log_level="warning")
        asyncio.run(uvicorn.Server(config).serve(sockets=[place]))
        return
    from astragal.server import Settings, create_app

    settings = Settings(workers=int(kind), rate=1e9, burst=10**9)
    with open("/dev/null", "w", encoding="utf-8") as nowhere:
        log = Log(nowhere)
        settle()
        run_server(create_app(settings, log=log), place, log=log)


@contextmanager
def started(kind: str) -> Iterator[tuple[int, int]]:
    """The port and the process of a server."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.server", kind], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline())
        asyncio.run(_until_up(port))
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


async def _until_up(port: int) -> None:
    for _ in range(300):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        writer.close()
        return


def measured(case: Case, port: int, process: int, turn: int) -> Measured:
    """One round of a case."""
    before = _processor_time(process)
    started_at = time.perf_counter()
    times = asyncio.run(_asked(case, port, turn))
    took = time.perf_counter() - started_at
    used = (_processor_time(process) - before) / len(times) * 1e6
    return Measured(len(times) / took, sorted(times)[len(times) * 99 // 100] * 1e3, used)


async def _asked(case: Case, port: int, turn: int) -> list[float]:
    each = case.requests // _CONNECTIONS
    starts = (1 + turn * case.requests + number * each for number in range(_CONNECTIONS))
    many = await asyncio.gather(*(_connection(case, port, start, each) for start in starts))
    return [seconds for times in many for seconds in times]


async def _connection(case: Case, port: int, start: int, count: int) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    times = []
    for number in range(start, start + count):
        body = json.dumps(case.body(number)).encode()
        head = (
            f"POST {case.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        began = time.perf_counter()
        writer.write(head.encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200 "), answer
        length = answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        await reader.readexactly(int(length))
        times.append(time.perf_counter() - began)
    writer.close()
    return times


def _processor_time(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * _TICK


def table() -> list[str]:
    """Every case, the best of all rounds."""
    with ExitStack() as stack:
        servers = {each.server for each in CASES}
        places = {kind: stack.enter_context(started(kind)) for kind in sorted(servers)}
        rounds = [
            [measured(case, *places[case.server], turn) for case in CASES]
            for turn in range(_ROUNDS)
        ]
    best = [
        Measured(
            max(each.rate for each in found),
            min(each.slowest for each in found),
            min(each.processor for each in found),
        )
        for found in zip(*rounds, strict=True)
    ]
    lines = [
        "| asked | requests a second | 99 of 100 within, ms | processor, µs | of bare |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for case, found in zip(CASES, best, strict=True):
        share = best[0].processor / found.processor
        lines.append(
            f"| {case.name} | {found.rate:,.0f} | {found.slowest:.1f} | {found.processor:,.0f} "
            f"| {share:.2f} |"
        )
    return lines


def report() -> str:
    return "\n".join([conditions(["fastapi", "uvicorn", "pebble"]), "", *table()])


def main() -> None:
    run("server", __doc__, report)


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] not in ("--write",):
        serve(sys.argv[1])
    else:
        main()
