"""Sending replies: the bytes of the service, with headers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from starlette.types import Message, Scope, Send

from astragal.server.problems import HttpProblemError
from astragal.service.service import Reply

JSON = "application/json"
PROBLEM = "application/problem+json"

Header: TypeAlias = tuple[bytes, bytes]

SAFE: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Headers of all responses except the page."""


def raw(headers: Mapping[str, str]) -> list[Header]:
    """Headers in the form that ASGI expects."""
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


_SAFE = raw(SAFE)
_NEVER_KEEP = (b"cache-control", b"no-store")
_TYPES = {True: (b"content-type", JSON.encode()), False: (b"content-type", PROBLEM.encode())}


async def send_reply(send: Send, reply: Reply, extra: Iterable[Header] = (_NEVER_KEEP,)) -> None:
    """Send an answer or a problem; it must not be cached unless ``extra`` allows it."""
    body = reply.body.encode()
    headers = [
        _TYPES[reply.status < 400],
        (b"content-length", b"%d" % len(body)),
        *_SAFE,
        *extra,
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_problem(send: Send, error: HttpProblemError) -> None:
    await send_reply(send, error.reply(), (_NEVER_KEEP, *raw(error.headers)))


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request, by its lower-case name; None if it is missing."""
    for each, value in scope["headers"]:
        if each == name:
            text: str = value.decode("latin-1")
            return text
    return None


class Headless:
    """Sends a response without its body, for HEAD."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await self._send(message)
