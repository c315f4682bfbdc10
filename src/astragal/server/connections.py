"""Connections: slow and idle ones are closed, and no client may have too many.

The web server itself only closes connections that are idle after an answer. Without this, somebody
could hold thousands of them open by sending a byte now and then, or headers without an end.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from collections import Counter
from http import HTTPStatus
from math import inf
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from astragal.server.problems import HttpProblemError, headers_too_long, not_http
from astragal.server.rates import client_of
from astragal.server.sending import PROBLEM, SAFE

_LEAST_FETCHED = 10_000
"""The fewest bytes of a waiting answer that a client must fetch between two checks."""
_LONGEST_HEAD = 65_536
"""The most bytes of a request line with its headers, or of trailers. Data that arrives together
with their end is not counted."""
_MOST_EACH = 100
"""The most connections of one client: a fifth of the requests that may be under way."""


class Connection(HttpToolsProtocol):
    """A connection that is checked every ``patience`` seconds.

    It is closed if a request that had begun at one check is incomplete at the next, or if the
    client has fetched too little of the answer that was waiting.
    """

    patience = 10.0
    most_each: float = _MOST_EACH
    _open: ClassVar[Counter[str]] = Counter()
    """the number of open connections per client"""
    _owner = ""
    _unread = 0
    """bytes received since the last headers ended, body part arrived or request ended"""
    _look: asyncio.TimerHandle | None = None
    _seen: tuple[Any, bool, int] = (None, False, 0)
    """the state at the last check: the request, whether it was still arriving, and the unsent
    bytes"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._owner = client_of(self.client[0]) if self.client else ""
        self._open[self._owner] += 1
        if self._open[self._owner] > self.most_each:
            self._let_go()
        else:
            self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open[self._owner] -= 1
        if not self._open[self._owner]:
            del self._open[self._owner]
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unread += len(data)
        super().data_received(data)
        if self._unread > _LONGEST_HEAD and not self.transport.is_closing():
            self._refuse(headers_too_long(_LONGEST_HEAD))

    def on_headers_complete(self) -> None:
        self._unread = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        super().on_message_complete()

    def _look_later(self) -> None:
        self._look = self.loop.call_later(self.patience, self._look_now)

    def _look_now(self) -> None:
        cycle, was_arriving, waiting = self._seen
        unsent, arriving = self.transport.get_write_buffer_size(), self._is_arriving()
        if cycle is self.cycle:
            unfetched = waiting and unsent > waiting - _LEAST_FETCHED
            if unfetched or (arriving and was_arriving):
                self._let_go()
                return
        self._seen = (self.cycle, arriving, unsent)
        self._look_later()

    def _let_go(self) -> None:
        """Close at once: unsent data is discarded, even by the operating system."""
        place = self.transport.get_extra_info("socket")
        place.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _is_arriving(self) -> bool:
        """True while headers or a body are awaited, and the connection is not just idle."""
        if self.cycle is None or self.cycle.response_complete:
            return self.timeout_keep_alive_task is None
        return self.cycle.more_body

    def send_400_response(self, msg: str) -> None:
        """Send a problem document for input that is not HTTP."""
        self._refuse(not_http())

    def _refuse(self, problem: HttpProblemError) -> None:
        """Answer input that never became a request, and close the connection."""
        body = problem.reply().body.encode()
        headers = {
            "Content-Type": PROBLEM,
            "Content-Length": len(body),
            "Connection": "close",
            "Cache-Control": "no-store",
            **SAFE,
        }
        lines = [f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.transport.write("\r\n".join([*lines, "", ""]).encode() + body)
        self.transport.close()


def connections(patience: float, *, behind_proxy: bool = False) -> type[Connection]:
    """A class of connections with this patience; a proxy may open any number of them."""
    most_each = inf if behind_proxy else _MOST_EACH
    own: dict[str, Any] = {"patience": patience, "most_each": most_each, "_open": Counter()}
    return type("Connection", (Connection,), own)
