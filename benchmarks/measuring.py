"""Measuring programs beside one another: each in a process of its own, with equal results checked.

Every measurement runs in a process of its own. Each program is warmed up there with other, tiny
dice, so that none pays for Python's first look at its code; before a job is done, and done again,
every cache is emptied, so that none lives on what it remembers. The best of several runs counts.
Odds are compared outcome by outcome, through a digest of their exact fractions, before a time
counts. The first call of a fresh process is measured apart (see first_call.py).
"""

from __future__ import annotations

import functools
import gc
import math
import multiprocessing
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from icepool.evaluator.multiset_evaluator_base import MultisetEvaluatorBase

from astragal.probability.budget import Cache
from benchmarks.digests import digest, fractions_of
from benchmarks.first_call import first_call

RUNS = 5
PATIENCE = 30.0
"""seconds after which a program is given up on"""

_ENOUGH = 2.0
"""seconds after which a job is not repeated again"""

PROGRAMS = ("astragal", "icepool", "dyce")

WarmUp = Callable[[], Any]


class Row(NamedTuple):
    """One job: how each program does it (None: it cannot), and which outcomes are compared."""

    name: str
    astragal: Callable[[], Any]
    icepool: Callable[[], Any] | None
    dyce: Callable[[], Any] | None
    upto: int | None = None
    code: bool = False
    """whether the name is notation"""

    @property
    def shown(self) -> str:
        return f"`{self.name}`" if self.code else self.name


def measured(
    job: Callable[[], Any], warm_up: WarmUp, upto: int | None = None, repeats: int = 1
) -> tuple[float, str] | None:
    """Seconds and digest of a program's best run; None if it took too long."""
    best: tuple[float, str] | None = None
    for _ in range(RUNS):
        receiver, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(
            target=_measure, args=(sender, warm_up, job, upto, repeats)
        )
        process.start()
        sender.close()
        try:
            found = receiver.recv() if receiver.poll(PATIENCE) else None
        except EOFError:
            raise SystemExit("a measurement failed") from None
        process.kill()
        process.join()
        if found is None:
            return None
        if best is not None and best[1] != found[1]:
            raise SystemExit("a program does not agree with itself")
        best = min(best, found) if best else found
        if found[0] > 5:
            break
    return best


def _measure(
    sender: Connection,
    warm_up: Callable[[], None],
    job: Callable[[], Any],
    upto: int | None,
    repeats: int,
) -> None:
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10_000)  # icepool adds dice up one inside another
    for _ in range(10):
        warm_up()
    # Nobody pays for looking through the objects of the other programs, which are loaded too.
    gc.collect()
    caches = _caches()
    gc.freeze()
    best = math.inf
    begun = time.perf_counter()
    for _ in range(repeats):
        for clear in caches:
            clear()
        started = time.perf_counter()
        result = job()
        best = min(best, time.perf_counter() - started)
        if time.perf_counter() - begun > _ENOUGH:
            break
    sender.send((best, digest(fractions_of(result), upto)))


def _caches() -> list[Callable[[], object]]:
    """How to empty every cache: those of functions, Astragal's own, and those of evaluators."""
    found: list[Callable[[], object]] = []
    for each in gc.get_objects():
        if isinstance(each, type(functools.lru_cache(len))):
            found.append(each.cache_clear)
        elif isinstance(each, Cache):
            found.append(each.clear)
        elif isinstance(each, MultisetEvaluatorBase) and "_cache" in vars(each):
            found.append(vars(each)["_cache"].clear)
    return found


def seconds(job: Callable[[], Any], warm_up: WarmUp, repeats: int = 1) -> float:
    """The best run of a job whose result needs no check."""

    def run() -> dict[int, Fraction]:
        job()
        return {}

    found = measured(run, warm_up, repeats=repeats)
    assert found is not None
    return found[0]


def rivals_table(
    heading: str,
    rows: Iterable[Row],
    warm_ups: Mapping[str, WarmUp],
    repeats: int = 1,
    *,
    first_calls: bool = False,
) -> list[str]:
    """A row a job: the time of every program, and how much faster Astragal is than the best.

    With ``first_calls``, the same for the first call of a process.
    """
    columns = [f"{name}, ms" for name in PROGRAMS] + ["times as fast as the faster"]
    if first_calls:
        columns += [f"first call: {name}, ms" for name in PROGRAMS] + ["times as fast"]
    lines = [f"| {heading} | {' | '.join(columns)} |", "| --- |" + " ---: |" * len(columns)]
    kinds = ["warm", "first call"] if first_calls else ["warm"]
    ratios: dict[str, list[float]] = {kind: [] for kind in kinds}
    for row in rows:
        cells = []
        for kind in kinds:
            compared = _compared(row, warm_ups, repeats, first=kind == "first call")
            ratios[kind].append(compared.ratio)
            cells += [*compared.shown, f"{compared.ratio:,.1f}"]
        lines.append(f"| {row.shown} | {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr)
    return [*lines, "", *(_summary(kind, found) for kind, found in ratios.items())]


def _summary(kind: str, ratios: list[float]) -> str:
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"Geometric mean of the ratios, {kind}: {mean:.1f}; their least: {min(ratios):.1f}."


class _Compared(NamedTuple):
    """The times of all programs for a job, as shown, and how much faster Astragal is."""

    shown: list[str]
    ratio: float


def _compared(row: Row, warm_ups: Mapping[str, WarmUp], repeats: int, *, first: bool) -> _Compared:
    times: dict[str, float] = {}
    digests = set()
    for name in PROGRAMS:
        job = getattr(row, name)
        if job is None:
            continue
        found: tuple[float, str] | None
        if first:
            call = first_call(name, row.name, row.upto)
            found = None if call is None else (call.seconds, call.digest)
        else:
            found = measured(job, warm_ups[name], row.upto, repeats)
        if found is not None:
            times[name] = found[0]
            digests.add(found[1])
    if len(digests) != 1 or len(times) < 2:
        raise SystemExit(f"{row.name}: the programs disagree, or none was done in time")
    shown = [
        f"{times[name] * 1000:,.3g}"
        if name in times
        else "–"
        if getattr(row, name) is None
        else f"over {PATIENCE * 1000:,.0f}"
        for name in PROGRAMS
    ]
    fastest = min(times[name] for name in times if name != "astragal")
    return _Compared(shown, fastest / times["astragal"])
