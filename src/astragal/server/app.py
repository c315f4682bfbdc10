"""The application, assembled from its parts."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from astragal import __version__
from astragal.rolling.sources import SYSTEM, Source
from astragal.server.api import ROUTE, Api
from astragal.server.endpoints import endpoints
from astragal.server.gate import Gate
from astragal.server.hosts import Hosts
from astragal.server.logs import Log
from astragal.server.metrics import CONTENT_TYPE, Metrics
from astragal.server.openapi import openapi
from astragal.server.pages import Pages
from astragal.server.problems import HttpProblemError, not_found, wrong_method
from astragal.server.rates import Rates
from astragal.server.sending import PROBLEM, SAFE
from astragal.server.settings import Settings
from astragal.server.tasks import load
from astragal.server.workers import Workers


def create_app(
    settings: Settings = Settings(),  # noqa: B008  (it cannot be changed)
    *,
    clock: Callable[[], float] = time.monotonic,
    source: Source = SYSTEM,
    log: Log | None = None,
) -> FastAPI:
    """The server as an ASGI application; its workers start and stop with its lifespan."""
    load()
    log = log or Log()
    metrics = Metrics()
    workers = Workers(settings, source, metrics)
    rates = Rates(rate=settings.rate, burst=settings.burst, clock=clock)
    known = endpoints()
    api = Api(known, settings, workers=workers, rates=rates, metrics=metrics, source=source)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await workers.start()
        log.write("started", version=__version__, workers=settings.workers)
        try:
            yield
        finally:
            await workers.stop()
            log.write("stopped")

    app = FastAPI(
        title="Astragal",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        exception_handlers={HttpProblemError: _problem, HTTPException: _of_framework},
    )
    app.openapi = lambda: described  # type: ignore[method-assign]
    described = openapi(known)
    _add_routes(app, metrics, workers)
    app.add_route("/{path:path}", Pages(settings.page).respond)
    app.add_middleware(
        Gate,
        api=api,
        hosts=Hosts(settings.hosts, any_address=settings.any_address),
        metrics=metrics,
        log=log,
        clock=clock,
        most=settings.under_way,
    )
    return app


def _add_routes(app: FastAPI, metrics: Metrics, workers: Workers) -> None:
    """Add the routes about the server itself, for operators and programs."""

    headers = {**SAFE, "Cache-Control": "no-cache"}
    description = JSONResponse(app.openapi(), headers=headers)  # written once, as it is long

    async def described(request: Request) -> Response:
        return description

    async def healthy(request: Request) -> Response:
        request.scope[ROUTE] = "health"
        return _said({"status": "alive"})

    async def ready(request: Request) -> Response:
        request.scope[ROUTE] = "health"
        if not workers.ready:
            raise HttpProblemError(503, "not-ready", "there is no worker yet", retry_after=1)
        return _said({"status": "ready"})

    async def counted(request: Request) -> Response:
        request.scope[ROUTE] = "metrics"
        return PlainTextResponse(metrics.text(), headers=_NOW, media_type=CONTENT_TYPE)

    app.add_route("/openapi.json", described)
    app.add_route("/healthz", healthy)
    app.add_route("/readyz", ready)
    app.add_route("/metrics", counted)


_NOW = {**SAFE, "Cache-Control": "no-store"}


def _said(data: dict[str, str]) -> Response:
    return JSONResponse(data, headers=_NOW)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HttpProblemError)
    reply = error.reply()
    headers = {**_NOW, **error.headers}
    return Response(reply.body, reply.status, headers=headers, media_type=PROBLEM)


async def _of_framework(request: Request, error: Exception) -> Response:
    """Our problem for an address or method that the framework refuses."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "GET").split(", ")
        return await _problem(request, wrong_method(request.method, tuple(sorted(allowed))))
    return await _problem(request, not_found())
