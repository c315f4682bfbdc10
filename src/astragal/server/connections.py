"""Connections: who neither asks nor listens for a while is let go.

The web server itself only closes connections that are idle after an answer. Without this, somebody
could hold thousands of them open by sending a letter now and then.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from astragal.server.problems import HttpProblemError
from astragal.server.sending import PROBLEM

_LEAST_FETCHED = 10_000
"""Bytes of a waiting answer that a client has to fetch between two looks."""


class Connection(HttpToolsProtocol):
    """A connection that is looked at every ``patience`` seconds.

    By the second look, a request that has begun must be complete, and a part of the answer that
    was waiting at the first must have been fetched.
    """

    patience = 10.0
    _look: asyncio.TimerHandle | None = None
    _seen: tuple[Any, bool, int] = (None, False, 0)
    """at the last look: the request under way, whether one was arriving, and what was unsent"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look_later()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._look is not None:
            self._look.cancel()
        super().connection_lost(exc)

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
        """Close at once: what is unsent is thrown away, by the system too."""
        place = self.transport.get_extra_info("socket")
        place.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _is_arriving(self) -> bool:
        """Whether headers or a body are awaited, and the connection is not just idle."""
        if self.cycle is None or self.cycle.response_complete:
            return self.timeout_keep_alive_task is None
        return self.cycle.more_body

    def send_400_response(self, msg: str) -> None:
        """What is not HTTP gets a problem document, too."""
        problem = HttpProblemError(400, "not-http", "that is no request of HTTP")
        body = problem.reply().body.encode()
        head = (
            f"HTTP/1.1 400 Bad Request\r\ncontent-type: {PROBLEM}\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def connections(patience: float) -> type[Connection]:
    """Connections that are looked at every so many seconds."""
    return type("Connection", (Connection,), {"patience": patience})
