"""The gate for all requests: it refuses foreign hosts and floods, counts and logs."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from astragal.server.api import ROUTE
from astragal.server.endpoints import PREFIX
from astragal.server.hosts import Hosts
from astragal.server.logs import Log
from astragal.server.metrics import Metrics
from astragal.server.problems import HttpProblemError, broken
from astragal.server.sending import header, send_problem

_LONGEST_METHOD = 10
_QUESTIONS = f"{PREFIX}/"
"""Paths with this prefix go straight to the API, which saves a tenth of the work of a small
question."""


class Gate:
    """The outermost ASGI application, around the API and everything else."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        api: ASGIApp,
        hosts: Hosts,
        metrics: Metrics,
        log: Log,
        clock: Callable[[], float],
        most: int,
    ) -> None:
        self._app = app
        self._api = api
        self._hosts = hosts
        self._metrics = metrics
        self._log = log
        self._clock = clock
        self._most = most
        self.under_way = 0
        metrics.gauge("astragal_requests_under_way", "Requests being answered", self._under_way)

    def _under_way(self) -> int:
        return self.under_way

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = self._clock()
        sent = _Sent(send)
        self.under_way += 1
        try:
            await self._pass(scope, receive, sent)
        except Exception as error:
            self._log.error(error, scope.get(ROUTE, "other"))
            if not sent.status:
                await send_problem(sent, broken())
        finally:
            self.under_way -= 1
            self._note(scope, sent, self._clock() - started)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
        except HttpProblemError as error:
            self._metrics.count("astragal_refused_total", why=error.code)
            await send_problem(send, error)
            return
        app = self._api if scope["path"].startswith(_QUESTIONS) else self._app
        await app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        self._hosts.check(
            header(scope, b"host") or "",
            origin=header(scope, b"origin"),
            site=header(scope, b"sec-fetch-site") if scope["path"] != "/" else None,
        )
        if self.under_way > self._most:
            raise HttpProblemError(
                503, "busy", "too many requests are under way", retry_after=1, hint="ask again"
            )

    def _note(self, scope: Scope, sent: _Sent, seconds: float) -> None:
        route = scope.get(ROUTE, "other")
        # No status was sent to a client that disconnected.
        status = str(sent.status) if sent.status else "gone"
        self._metrics.count("astragal_requests_total", route=route, status=status)
        self._metrics.took(route, seconds)
        self._log.write(
            "request",
            method=scope["method"][:_LONGEST_METHOD],
            route=route,
            status=sent.status or None,
            milliseconds=round(seconds * 1000, 2),
            bytes=sent.size,
        )


class _Sent:
    """Sends messages, and records the status and size of the response."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.status = 0
        self.size = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.size += len(message.get("body", b""))
        await self._send(message)
