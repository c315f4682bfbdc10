"""``--workers N`` and ``--cluster ADDRESS``: the processes that compute the cells of a sweep."""

from __future__ import annotations

import os
import signal
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from astragal.cli.asking import value_of
from astragal.cli.own_options import WORKERS

if TYPE_CHECKING:
    from concurrent.futures import Executor

_PATIENCE = 10
"""Seconds that a cluster has to answer."""


class Staff(NamedTuple):
    """The workers: a number of processes, or a cluster at an address."""

    workers: int | None = None
    cluster: str | None = None

    @classmethod
    def of(cls, typed: Mapping[str, Any]) -> Staff:
        """The workers that the options ask for."""
        return cls(value_of(WORKERS, typed["workers"]), typed["cluster"])

    def executor(self, cells: int) -> AbstractContextManager[Executor]:
        """An executor for this many cells; leaving the block ends all its work."""
        if self.cluster is not None:
            return _cluster(self.cluster)
        assert self.workers is not None
        return _processes(min(self.workers, cells))


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    before = set(multiprocessing.active_children())
    # A fork has everything loaded; other processes must import it again.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    context: Any = multiprocessing.get_context(method)
    executor = ProcessPoolExecutor(count, context, _begin)
    try:
        with warnings.catch_warnings():
            # Forking is safe here: the only other thread is the watchdog, which the child restarts.
            warnings.simplefilter("ignore", DeprecationWarning)
            yield executor
    except BaseException:
        # FLINT does not return to Python until it is done, so only a kill ends its work.
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Prepare a worker: ignore ctrl-C, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        from astragal._extras import how_to_install

        raise click.UsageError(
            f"--cluster needs Dask, which is not installed: {how_to_install('cluster')}"
        ) from None
    import logging

    # The error below says it in one line.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"there is no Dask scheduler at {address}: {error}") from None
    try:
        if not client.nthreads():
            raise click.ClickException(f"the Dask cluster at {address} has no workers")
        executor = client.get_executor(pure=False)
        try:
            yield executor
        finally:
            executor.shutdown(wait=False)
    finally:
        client.close()
