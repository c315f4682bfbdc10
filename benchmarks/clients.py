"""Clients of a server: connections, and what is asked over them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import TypeAlias

from tools.hostile_questions import QUESTIONS

Connection: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Connection]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    try:
        yield reader, writer
    finally:
        writer.close()


async def send(connection: Connection, method: str, path: str, body: bytes = b"") -> bytes:
    """The head of the answer; its body is fetched, too."""
    reader, writer = connection
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    await reader.readexactly(int(length))
    return answer


@cache
def hostile_questions() -> list[tuple[str, bytes]]:
    """Questions that are dear to read or to answer: the list that the fuzzer has, and long JSON."""
    written = [
        (each["ask"], json.dumps({name: each[name] for name in each if name != "ask"}).encode())
        for each in QUESTIONS
    ]
    return [*written, ("roll", b"[" * 900_000), ("odds", b"[" + b"1e308," * 150_000 + b"1]")]


def mixed_questions(number: int) -> tuple[str, bytes]:
    """One of many questions, no two of them alike: most are small, one in a thousand is dear."""
    if number % 1_000 == 0:
        hostile = hostile_questions()
        return hostile[number // 1_000 % len(hostile)]
    several: tuple[tuple[str, object], ...] = (
        ("roll", {"expression": f"4d6kh3+{number}"}),
        ("odds", {"expression": f"2d6+{number}"}),
        ("odds", {"expression": f"100d6+{number}"}),
        ("read", {"text": f"d20 with advantage, plus {number}"}),
        ("complete", {"text": f"{number}d6k"}),
        ("roll", {"rule": "tiers.check", "parameters": {"stat": number % 100}}),
        ("start", {"rule": "tiers.test", "parameters": {"stats": [number % 100]}}),
        ("roll", {"expression": "3d6", "seed": str(number), "luck": True}),
        ("odds", {f"mistake {number}": 1}),
        ("translate", {"text": f"{number}d10>7", "source": "roll20"}),
    )
    ask, fields = several[number % len(several)]
    return ask, json.dumps(fields).encode()
