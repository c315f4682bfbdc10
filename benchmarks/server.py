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
from itertools import count
from pathlib import Path
from typing import NamedTuple

from benchmarks.clients import connected, hostile_questions, mixed_questions, send
from benchmarks.pages import conditions, run

_CONNECTIONS = 8
_REQUESTS = 1_500
_ROUNDS = 3
_PATIENCE = 20
"""Seconds for which `/healthz` is asked beside hostile clients."""
_MIXED = 20_000


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

    settings = Settings(workers=int(kind), rate=1e9, burst=10**9, waiting_each=64)
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
    async with connected(port) as connection:
        times = []
        for number in range(start, start + count):
            body = json.dumps(case.body(number)).encode()
            began = time.perf_counter()
            answer = await send(connection, "POST", case.path, body)
            assert answer.startswith(b"HTTP/1.1 200 "), answer
            times.append(time.perf_counter() - began)
        return times


async def _pings(port: int, seconds: float) -> list[float]:
    """How long each of many requests for `/healthz` took, a hundredth of a second apart."""
    times = []
    async with connected(port) as connection:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.perf_counter()
            await send(connection, "GET", "/healthz")
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0.01)
    return sorted(times)


async def _hostile_client(port: int, number: int) -> None:
    """Ask one question after another, each client from another one on."""
    questions = hostile_questions()
    async with connected(port) as connection:
        for place in count(number * 3):
            ask, body = questions[place % len(questions)]
            await send(connection, "POST", f"/api/v1/{ask}", body + b" " * (place % 1000))


async def _beside(port: int, clients: int) -> list[float]:
    async with connected(port) as connection:
        await send(connection, "GET", "/readyz")
    hostile = [asyncio.ensure_future(_hostile_client(port, each)) for each in range(clients)]
    try:
        return await _pings(port, _PATIENCE)
    finally:
        for each in hostile:
            each.cancel()
        ended = await asyncio.gather(*hostile, return_exceptions=True)
        broken = [each for each in ended if not isinstance(each, asyncio.CancelledError)]
        assert not broken, broken


def others() -> list[str]:
    """What becomes of everybody else while clients send the hostile list."""
    lines = [
        "| clients that send dear questions | half of `/healthz` within, ms | 99 of 100 | all |",
        "| ---: | ---: | ---: | ---: |",
    ]
    for clients in (0, 20):
        with started("2") as (port, _):
            times = [each * 1e3 for each in asyncio.run(_beside(port, clients))]
        middle, slow = times[len(times) // 2], times[len(times) * 99 // 100]
        lines.append(f"| {clients} | {middle:.1f} | {slow:.1f} | {times[-1]:.1f} |")
    return lines


def _processor_time(process: int) -> float:
    """Seconds of all threads, to the nanosecond: ``stat`` counts in hundredths of a second."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


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


async def _sent(port: int, first: int, last: int) -> None:
    async def send_each(start: int) -> None:
        async with connected(port) as connection:
            for number in range(start, last, _CONNECTIONS):
                ask, body = mixed_questions(number)
                await send(connection, "POST", f"/api/v1/{ask}", body)

    await asyncio.gather(*(send_each(first + number) for number in range(_CONNECTIONS)))


def memory() -> list[str]:
    """What the server's process holds after many requests of all kinds."""
    lines = ["| mixed requests answered | MiB of the server's process |", "| ---: | ---: |"]
    with started("2") as (port, process):
        for last in range(_MIXED // 5, _MIXED + 1, _MIXED // 5):
            asyncio.run(_sent(port, last - _MIXED // 5, last))
            status = Path(f"/proc/{process}/status").read_text()
            kibibytes = int(status.partition("VmRSS:")[2].split()[0])
            lines.append(f"| {last:,} | {kibibytes / 1024:.0f} |")
    return lines


def report() -> str:
    return "\n".join(
        [conditions(["fastapi", "uvicorn", "pebble"]), "", *table(), "", *others(), "", *memory()]
    )


def main() -> None:
    run("server", __doc__, report)


if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] not in ("--write",):
        serve(sys.argv[1])
    else:
        main()
