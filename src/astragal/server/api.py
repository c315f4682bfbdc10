"""The API: turns requests into questions, and replies into responses."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from starlette.types import Receive, Scope, Send

from astragal.errors import AstragalError
from astragal.rolling.sources import Source
from astragal.server.endpoints import Endpoint, missing
from astragal.server.kept import KeptAnswers
from astragal.server.metrics import Metrics
from astragal.server.problems import HttpProblemError, wrong_method
from astragal.server.rates import Rates, client_of
from astragal.server.reading import Asked, GoneError, read_body
from astragal.server.sending import Headless, header, send_problem, send_reply
from astragal.server.settings import Settings
from astragal.server.workers import Workers
from astragal.service.service import Reply, Service, refusal

ROUTE = "astragal.route"
"""The key in a scope for the label of the request in the log."""

_NOT_LONG = 4_000
"""In bytes: longer questions go to a worker, because even parsing them takes time."""
_FOR_A_WHILE = (b"cache-control", b"public, max-age=600")
_NOT_KEPT = (500, 503)


class Api:
    """Answers the questions of all endpoints: small ones in this process, others in a worker."""

    def __init__(
        self,
        endpoints: Mapping[str, Endpoint],
        settings: Settings,
        *,
        workers: Workers,
        rates: Rates,
        metrics: Metrics,
        source: Source,
    ) -> None:
        self._endpoints = endpoints
        self._settings = settings
        self._workers = workers
        self._rates = rates
        self._metrics = metrics
        self._kept = KeptAnswers(settings.kept)
        self._service = Service(limits=settings.limits, key=settings.key, source=source)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answer(scope, receive, send)
        except HttpProblemError as error:
            await send_problem(send, error)
        except GoneError:
            pass

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(scope["client"][0]) if scope.get("client") else "unknown"
        self._pay(client)
        endpoint = self._endpoints.get(scope["path"])
        if endpoint is None:
            await send_reply(send, refusal(missing(scope["path"]), 404))
            return
        scope[ROUTE] = endpoint.label
        method = scope["method"]
        if method == "POST":
            most, seconds = self._settings.body, self._settings.body_seconds
            asked = Asked("POST", endpoint.path, await read_body(scope, receive, most, seconds))
            await send_reply(send, await self._reply(endpoint, asked, client, receive))
        elif method in ("GET", "HEAD") and "GET" in endpoint.methods:
            asked = Asked("GET", endpoint.path, scope["query_string"])
            reply = await self._reply(endpoint, asked, client, receive)
            await _send_lasting(Headless(send) if method == "HEAD" else send, scope, reply)
        else:
            raise wrong_method(method, endpoint.methods)

    def _pay(self, client: str, price: int = 1) -> None:
        try:
            self._rates.take(client, price)
        except HttpProblemError:
            self._metrics.count("astragal_refused_total", why="rate")
            raise

    async def _reply(
        self, endpoint: Endpoint, asked: Asked, client: str, receive: Receive
    ) -> Reply:
        """The reply to a question; replies of pure questions are cached."""
        pure = endpoint.question.pure
        kept = self._kept.get(asked) if pure else None
        if kept is not None:
            self._metrics.count("astragal_kept_answers_total")
            return kept
        reply = await self._worked_out(endpoint, asked, client, receive)
        if pure and reply.status not in _NOT_KEPT:
            self._kept.put(asked, reply)
        return reply

    async def _worked_out(
        self, endpoint: Endpoint, asked: Asked, client: str, receive: Receive
    ) -> Reply:
        if len(asked.content) <= _NOT_LONG:
            try:
                given = asked.read(endpoint)
            except AstragalError as error:
                return refusal(error)
            if endpoint.question.is_small(given):
                return self._service.reply_given(endpoint.question, given)
        self._pay(client, self._settings.worker_price)
        return await _while_wanted(self._workers.reply(asked, client), receive)


async def _while_wanted(work: Any, receive: Receive) -> Reply:
    """The reply of some work; if the client disconnects, cancel the work and raise GoneError."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise GoneError
        reply: Reply = working.result()
        return reply
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send_lasting(send: Send, scope: Scope, reply: Reply) -> None:
    """Send a cacheable answer, or status 304 if the client already has it."""
    if reply.status != 200:
        await send_reply(send, reply)
        return
    digest = sha256(reply.body.encode()).digest()[:15]
    tag = f'"{urlsafe_b64encode(digest).decode()}"'
    headers = ((b"etag", tag.encode()), _FOR_A_WHILE)
    known = header(scope, b"if-none-match") or ""
    if tag in known or known.strip() == "*":
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    await send_reply(send, reply, headers)
