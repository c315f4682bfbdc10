"""Running the server: a socket, the web server on it, and a clean shutdown."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from errno import EACCES, EADDRINUSE, EADDRNOTAVAIL
from threading import Thread

import uvicorn
from starlette.types import ASGIApp

from astragal.errors import AstragalError
from astragal.server.connections import connections
from astragal.server.logs import Log, LogHandler

_GRACE = 3
"""Seconds that running requests have to finish when the server stops."""
_NEXT = 100
"""How far above a taken port to look for a free one."""
_OBJECTS = 50_000
"""Collect garbage only after this many new objects: a question leaves almost none."""


class PortError(AstragalError):
    """The server cannot listen at the given host or port."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises PortError with the cause and a remedy."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        family, _, _, _, address = found[0]
        return _bound(family, address)
    except socket.gaierror:
        raise PortError("no-such-host", f"this machine does not have the address {host}") from None
    except (OSError, OverflowError) as error:
        raise _port_error(host, port, getattr(error, "errno", None)) from None


def _bound(family: int, address: tuple[object, ...]) -> socket.socket:
    # asyncio disables send delays only if the socket names its protocol.
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(128)
    except BaseException:
        found.close()
        raise
    return found


def _port_error(host: str, port: int, number: int | None) -> PortError:
    if number == EADDRINUSE:
        other = free_port(host, port)
        hint = f"try --port {other}" if other else "try another --port"
        return PortError("port-taken", f"port {port} is taken by another program", hint=hint)
    if number == EACCES:
        hint = "ports from 1024 on need no permission"
        return PortError("port-forbidden", f"you may not use port {port}", hint=hint)
    if number == EADDRNOTAVAIL:
        return PortError("no-such-host", f"this machine does not have the address {host}")
    return PortError("no-port", f"nothing can be served at port {port} of {host}")


def free_port(host: str, port: int) -> int | None:
    """The next free port, or None if there is none nearby."""
    for other in range(port + 1, min(port + _NEXT, 65536)):
        with suppress(OSError), socket.socket() as trial:
            trial.bind((host, other))
            return other
    return None


def settle() -> None:
    """Exclude loaded objects from garbage collection, before the process serves requests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS)


def run(
    app: ASGIApp,
    place: socket.socket,
    *,
    log: Log,
    started: Callable[[], None] = lambda: None,
    over: Callable[[], None] | None = None,
    proxies: tuple[str, ...] = (),
    patience: float = 10.0,
) -> None:
    """Serve until a signal, or until ``over`` returns, which runs in a thread.

    Headers of ``proxies`` about the clients behind them are trusted.
    """
    config = uvicorn.Config(
        app,
        http=connections(patience, behind_proxy=bool(proxies)),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies) or None,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_GRACE,
    )
    logger, handler = logging.getLogger("uvicorn.error"), LogHandler(log)
    logger.addHandler(handler)
    before, logger.propagate = logger.propagate, False
    try:
        asyncio.run(_serve(uvicorn.Server(config), place, started, over))
    finally:
        logger.removeHandler(handler)
        logger.propagate = before


async def _serve(
    server: uvicorn.Server,
    place: socket.socket,
    started: Callable[[], None],
    over: Callable[[], None] | None,
) -> None:
    watching = asyncio.create_task(_watch(server, started, over))
    try:
        await server.serve(sockets=[place])
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


async def _watch(
    server: uvicorn.Server, started: Callable[[], None], over: Callable[[], None] | None
) -> None:
    while not server.started:
        await asyncio.sleep(0.02)
    started()
    if over is not None:
        Thread(target=_end_when, args=(over, server), daemon=True).start()


def _end_when(over: Callable[[], None], server: uvicorn.Server) -> None:
    over()
    server.should_exit = True
