"""Sweeps: the games' tables on one process, on two, and on a Dask cluster of two workers.

Every run begins with processes that have worked out nothing but one cell of the same sweep. Times
are by the clock on the wall, from the call of ``sweep`` to its grid; the best of several runs
counts, and only if the grids are equal.
``make bench`` prints the table; ``--write`` also puts it into docs/benchmarks.md.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from math import prod
from multiprocessing import get_context
from typing import Any, NamedTuple

from distributed import Client, LocalCluster

from astragal import Grid, Rule, sweep
from astragal.games import percentile, target, triumph
from benchmarks.pages import conditions, run

RUNS = 3
_LONG = 5.0
"""seconds after which a run is not repeated"""


class Table(NamedTuple):
    """One sweep: a rule, its axes, and what is measured."""

    name: str
    rule: Rule[..., Any]
    axes: dict[str, list[Any]]
    of: str
    fixed: dict[str, Any]

    @property
    def cells(self) -> int:
        return prod(map(len, self.axes.values()))

    def swept(self, executor: Executor | None = None) -> Grid:
        return sweep(self.rule, self.axes, of=self.of, fixed=self.fixed, executor=executor)

    def warm_up(self, executor: Executor | None = None) -> None:
        axes = {name: values[:1] for name, values in self.axes.items()}
        self._replace(axes=axes).swept(executor)


SIGNED = [f"{number:+}" for number in range(20)]
TABLES = (
    Table(
        "`percentile.opposed`: targets of both sides",
        percentile.opposed,
        {"target": list(range(5, 100, 5)), "opponent": list(range(5, 100, 5))},
        "wins",
        {},
    ),
    Table(
        "`target.attack`: modifiers and Armor Classes",
        target.attack,
        {"modifiers": SIGNED, "armor_class": list(range(5, 25))},
        "damage",
        {"damage": "2d6+3"},
    ),
    Table(
        "`triumph.contest`: abilities of both sides",
        triumph.contest,
        {"ability": list(range(10)), "opponent": list(range(10))},
        "wins",
        {},
    ),
    Table(
        "`target.check`: Target Numbers and modifiers",
        target.check,
        {"target": list(range(1, 101)), "modifiers": SIGNED},
        "passes",
        {},
    ),
)


def timed(table: Table, executor: Executor | None = None) -> tuple[float, Grid]:
    table.warm_up(executor)
    started = time.perf_counter()
    grid = table.swept(executor)
    return time.perf_counter() - started, grid


def on_one_process(table: Table) -> tuple[float, Grid]:
    with ProcessPoolExecutor(1, get_context("fork")) as fresh:
        return fresh.submit(timed, table).result()


def on_two_processes(table: Table) -> tuple[float, Grid]:
    with ProcessPoolExecutor(2, get_context("fork")) as executor:
        return timed(table, executor)


def on_dask(table: Table) -> tuple[float, Grid]:
    with two_dask_workers() as executor:
        return timed(table, executor)


@contextmanager
def two_dask_workers() -> Iterator[Executor]:
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    )
    with cluster, Client(cluster) as client, client.get_executor(pure=False) as executor:
        yield executor


WAYS: tuple[Callable[[Table], tuple[float, Grid]], ...] = (
    on_one_process,
    on_two_processes,
    on_dask,
)


def best(table: Table, way: Callable[[Table], tuple[float, Grid]]) -> tuple[float, Grid]:
    runs = [way(table)]
    while len(runs) < RUNS and runs[-1][0] < _LONG:
        runs.append(way(table))
    return min(runs, key=lambda found: found[0])


def row(table: Table) -> str:
    found = [best(table, way) for way in WAYS]
    if any(grid != found[0][1] for _, grid in found):
        raise SystemExit(f"{table.name}: the grids differ")
    times = " | ".join(f"{seconds:,.2f}" for seconds, _ in found)
    return f"| {table.name} | {table.cells:,} | {times} |"


def report() -> str:
    lines = [
        "| sweep | cells | one process, s | two processes, s | Dask, two workers, s |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for table in TABLES:
        lines.append(row(table))
        print(lines[-1], file=sys.stderr)
    return "\n".join([conditions(["astragal", "distributed", "python-flint"]), "", *lines])


if __name__ == "__main__":
    run("sweeps", __doc__, report)
