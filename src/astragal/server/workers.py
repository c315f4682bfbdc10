"""Worker processes for larger questions. Each can be ended at any moment."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from concurrent.futures import TimeoutError as TaskTimeoutError
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.context import BaseContext

from pebble import ProcessExpired, ProcessPool

from astragal.catalogue import opened_files
from astragal.rolling.sources import Source
from astragal.server import tasks
from astragal.server.metrics import Metrics
from astragal.server.problems import HttpProblemError, too_much_memory, took_too_long, worker_lost
from astragal.server.reading import Asked
from astragal.server.settings import Settings
from astragal.server.turns import Turns
from astragal.service.service import Reply

_NO_MEMORY = (tasks.OUT_OF_MEMORY, -signal.SIGABRT)
"""Exit codes of workers out of memory: their own, and that of the library for long numbers."""
_TO_ANSWER = 0.9
"""The part of its time after which a question stops by itself, so that its worker survives."""


class Workers:
    """A pool of processes that answer questions within a time limit."""

    def __init__(self, settings: Settings, source: Source, metrics: Metrics) -> None:
        self.ready = False
        self._settings = settings
        self._limits = settings.limits.replaced(seconds=settings.seconds * _TO_ANSWER)
        self._source = source
        self._metrics = metrics
        self._pool: ProcessPool | None = None
        self._turns = Turns(
            settings.workers, waiting=settings.waiting, waiting_each=settings.waiting_each
        )
        metrics.gauge("astragal_workers_free", "Workers without a question", self._free)
        metrics.gauge("astragal_questions_waiting", "Questions that wait for one", self._waiting)

    def _free(self) -> int:
        return self._turns.free

    def _waiting(self) -> int:
        return self._turns.waiting

    async def start(self) -> None:
        """Start the processes, and wait until one is ready."""
        self._pool = self._new_pool()
        await asyncio.wrap_future(self._pool.schedule(tasks.nothing))
        self.ready = True

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self._settings.workers,
            initializer=tasks.begin,
            initargs=(self._settings.memory, [each.origin for each in opened_files()]),
            context=_context(),
        )

    def _running_pool(self) -> ProcessPool:
        """The pool, replaced if it has stopped, as it does when a worker dies while idle."""
        if self._pool is None:
            raise HttpProblemError(503, "closing", "the server is being stopped", retry_after=5)
        if not self._pool.active:
            asyncio.get_running_loop().run_in_executor(None, self._pool.join)  # ends its processes
            self._pool = self._new_pool()
        return self._pool

    async def stop(self) -> None:
        """End all processes, including busy ones."""
        self.ready = False
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]
            await asyncio.to_thread(pool.join)

    async def reply(self, asked: Asked, client: str) -> Reply:
        """The reply of a worker. Cancelling this ends the worker's process if it is busy."""
        async with self._turns.of(client):
            pool = self._running_pool()
            given = (asked, self._limits, self._settings.key, self._source)
            future = pool.schedule(tasks.answer, args=given, timeout=self._settings.seconds)
            try:
                reply = await asyncio.wrap_future(future)
            except TaskTimeoutError:
                self._count("ended")
                raise took_too_long(self._settings.seconds) from None
            except (ProcessExpired, BrokenProcessPool) as error:
                if getattr(error, "exitcode", None) in _NO_MEMORY:
                    self._count("memory")
                    raise too_much_memory(self._settings.memory) from None
                self._count("lost")
                raise worker_lost() from None
            except asyncio.CancelledError:
                self._count("unwanted")
                raise
        self._count("answered")
        return reply

    def _count(self, how: str) -> None:
        self._metrics.count("astragal_worker_questions_total", how=how)


def _context() -> BaseContext:
    """Fork workers from a clean process with everything imported; else spawn them."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["astragal.server.preloaded"])
    return context
